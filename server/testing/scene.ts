// A world with one object of everything, and an example request for every operation.

import {
  type Kind,
  type KindName,
  kindNames,
  kinds,
  type NamedOperation,
  parameterNames,
  scopes,
} from '@tessera/contract'
import { requestExamples, uploadExamples } from '../api/descriptions/request-examples.ts'
import { allKinds, createAny } from './any-kind.ts'
import { insertFailedJob } from './job-rows.ts'
import { pendingMember } from './members.ts'
import { grantTo, joinOrganization, signIn, whitelist } from './people.ts'
import { publish } from './publishing.ts'
import { readSample } from './sample-file.ts'
import { addPasskey, addTotp, codeOf } from './second-factors.ts'
import { type SessionClient, sessionClient } from './session-client.ts'
import { softwarePasskey } from './software-authenticator.ts'
import { until } from './until.ts'
import { type Person, type World, world } from './world.ts'

export interface Scene extends World {
  /** An application Admin who is in no organization. */
  readonly root: Person
  /** Ann in a browser session, for operations that need one. */
  readonly annInBrowser: Person & SessionClient
  /** The value of each path parameter. */
  readonly ids: Readonly<Record<string, string | number>>
}

export async function scene(): Promise<Scene> {
  const made = await world()
  const { ann, board, organization, bob } = made
  const objectIds = await oneOfEachKind(ann, board)
  const { comment } = await ann.comments.create(board, 'notes', objectIds.note_id, { text: 'a comment' })
  const listener = await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] })
  const { application } = await ann.applications.create({ name: 'app', redirect_uri: 'https://example.com/back' })
  const { token } = await ann.tokens.create({ name: 'script' })
  await whitelist(made.dependencies, organization, application.client_id, ann.id)
  await signIn(made.dependencies, ann.id)
  const { sessions } = await ann.sessions.list()
  const inBrowser = await sessionClient(made, ann)
  const annInBrowser = Object.assign(inBrowser, { id: ann.id, email: ann.email })
  const { passkey } = await addPasskey(made, inBrowser)
  const newcomer = await made.person('Newcomer')
  await joinOrganization(made.dependencies, organization, newcomer.id, 3)
  const { export: exported } = await ann.exports.create(board, { format: 'csv' })
  await until(async () => (await ann.exports.get(board, exported.id)).export.state === 'done')
  const { import: imported } = await ann.imports.create(board, { file: new Blob(['- a list']), format: 'markdown' })
  await until(async () => (await ann.imports.get(board, imported.id)).import.state === 'done')
  const root = await made.person('Root', { application_role_id: 1 })
  const ids = {
    newcomer: newcomer.email,
    receiver_url: 'http://127.0.0.1:9/',
    workspace_id: board,
    organization_id: organization,
    user_id: bob.id,
    object_type: 'notes',
    object_id: objectIds.note_id,
    ...objectIds,
    comment_id: comment.id,
    export_id: exported.id,
    import_id: imported.id,
    listener_id: listener.id,
    delivery_id: await firstDelivery(ann, listener.id),
    client_id: application.client_id,
    token_id: token.id,
    session_id: sessions[0]?.id as string,
    passkey_id: passkey.id,
    job_id: await insertFailedJob(made.dependencies.db),
  }
  return { ...made, root, annInBrowser, ids }
}

/** The ids by the names of path parameters. A reference with an anchor is attached to the first objects. */
async function oneOfEachKind(ann: Person, board: string): Promise<Record<`${KindName}_id`, string>> {
  const ids: Record<string, string> = {}
  for (const kind of kindNames) {
    const { references = {}, fields }: Kind = kinds[kind]
    const anchors = Object.keys(references).filter(field => references[field]?.holds === 'anchor')
    const attached = anchors.map((field, index) => [field, { id: Object.values(ids)[index], anchor: 'auto' }])
    // Nothing is fetched from the internet.
    const offline = fields.url?.onCreate === 'required' ? { url: 'http://127.0.0.1:9/' } : {}
    const { id } = await createAny(ann, kind, board, { ...Object.fromEntries(attached), ...offline })
    ids[`${kind}_id`] = id
  }
  return ids as never
}

/** The delivery of its TEST_HOOK, once it was attempted. */
const firstDelivery = (person: Person, listener_id: string): Promise<string> =>
  until(async () => (await person.listeners.listDeliveries(listener_id)).deliveries[0]?.id)

/** The user for an operation: Ann, or the Admin for operations that only an Admin may call. */
export function actorOf({ id, noun, needs }: NamedOperation, { ann, annInBrowser, root }: Scene): Person {
  if (id === 'users.lock' || (needs.load === 'caller' && needs.flag)) return root
  return inBrowserOnly.includes(noun) || id === 'authorizations.delete' ? annInBrowser : ann
}

const inBrowserOnly = ['sessions', 'secondFactors', 'passkeys']

/** Prepares the state that an operation needs, and returns the ids to use. */
export async function prepare(
  operation: NamedOperation,
  made: Scene,
): Promise<Readonly<Record<string, string | number>>> {
  const { ann, annInBrowser, board, organization, ids } = made
  if (operation.noun === 'users' && operation.verb !== 'lock') return { ...ids, user_id: ann.id }
  if (operation.id === 'workspaces.restore') await ann.workspaces.delete(board)
  if (operation.id === 'workspaces.unpublish') await ann.workspaces.publish(board)
  if (operation.id === 'organizations.inviteAgain') {
    const email = await pendingMember(made, 'Late')
    const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: `email:${email}` })
    return { ...ids, user_id: organization_users[0]?.id as number }
  }
  if (operation.noun === 'published') await publish(made)
  if (operation.id === 'secondFactors.enableTotp')
    return { ...ids, totp_code: codeOf((await annInBrowser.secondFactors.startTotp()).totp.secret) }
  if (operation.id === 'secondFactors.disableTotp') await addTotp(annInBrowser)
  if (operation.id === 'passkeys.create') {
    const { options } = await annInBrowser.passkeys.prepare()
    const added = softwarePasskey(made.dependencies.config.publicUrl).register(options as never)
    return { ...ids, passkey: JSON.stringify(added) }
  }
  if (operation.id === 'authorizations.delete') await grantTo(made.dependencies, ann.id, ids.client_id as string)
  if (operation.id === 'organizations.approve') {
    await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
    await ann.organizations.addMember(organization, { email: `guest.${board}@example.com`, organization_role_id: 4 })
    const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: 'role_type:guest' })
    return { ...ids, user_id: organization_users[0]?.id as number }
  }
  return ids
}

/** The path of an operation with these ids. */
export const pathOf = (operation: NamedOperation, ids: Readonly<Record<string, string | number>>): string =>
  parameterNames(operation.path).reduce(
    (path, name) => path.replace(`:${name}`, encodeURIComponent(String(ids[name]))),
    `/api${operation.path}`,
  )

/** Bodies with which the operations succeed: those of the OpenAPI document with the ids of the scene. */
export const exampleBodies: Readonly<Record<string, (scene: Scene) => Readonly<Record<string, unknown>>>> =
  Object.fromEntries(Object.entries(requestExamples).map(([id, make]) => [id, ({ ids }: Scene) => make(ids)]))

/** The scopes that the example of an operation needs, separated by spaces; empty if every token will do. */
export function neededScope({ id, scopes: ofOperation, scopesByField = {} }: NamedOperation, scene: Scene): string {
  const fields = Object.keys(exampleBodies[id]?.(scene) ?? {})
  const ofFields = fields.flatMap(field => scopesByField[field] ?? ofOperation)
  return scopes.filter(scope => (fields.length > 0 ? ofFields : ofOperation).includes(scope)).join(' ')
}

/** Sends the request of an operation, with a JSON body or, for uploads, a form. */
export async function sendOperation(
  scene: Scene,
  operation: NamedOperation,
  more: { as?: Person; body?: unknown; query?: string; ids?: Readonly<Record<string, string | number>> } = {},
): Promise<Response> {
  const path = pathOf(operation, more.ids ?? scene.ids) + (more.query ? `?${more.query}` : '')
  const init: RequestInit & { as?: Person } = { method: operation.method, ...(more.as ? { as: more.as } : {}) }
  if (operation.upload && more.body === undefined)
    return await scene.send(path, { ...init, body: await exampleForm(operation) })
  const body =
    more.body === undefined
      ? exampleBodies[operation.id]?.({ ...scene, ids: { ...scene.ids, ...more.ids } })
      : more.body
  if (body === undefined || operation.method === 'GET') return await scene.send(path, init)
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return await scene.send(path, { ...init, body: text as BodyInit, headers: { 'content-type': 'application/json' } })
}

async function exampleForm({ id, upload }: NamedOperation): Promise<FormData> {
  const form = new FormData()
  const field = upload?.field as string
  for (const [name, value] of Object.entries(uploadExamples[id] ?? {}))
    if (name === field) form.set(name, await sampleFor(name), String(value))
    else form.set(name, String(value))
  return form
}

async function sampleFor(field: string): Promise<Blob> {
  if (field === 'file') return new Blob(['- a list'])
  const { testFile = 'plain.png' } = allKinds.find(({ upload }) => upload?.field === field)?.upload ?? {}
  return new Blob([(await readSample(testFile)) as BlobPart])
}
