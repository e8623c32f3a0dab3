// Fills a workspace with objects of every kind that the commit has: kept, deleted, and deleted and restored, each with
// strokes and comments if its kind takes them, and each updated if it can be.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-files.ts'
import { type Reply, type StateApi, type StateKind, waitFor } from './state-api.ts'

export interface BoardAccess {
  readonly api: StateApi
  readonly token: string
  /** The uid of the workspace. */
  readonly board: string
  /** A web page that the server may fetch. */
  readonly webPage: string
}

const onObject = '/workspaces/{workspace_id}/{object_type}/{object_id}'

export async function fillBoard(access: BoardAccess): Promise<void> {
  const kept: Record<string, string> = {}
  for (const kind of access.api.kinds) {
    kept[kind.name] = await addObject(access, kind, kept)
    const deleted = await addObject(access, kind, kept)
    const restored = await addObject(access, kind, kept)
    for (const id of [deleted, restored])
      await access.api.call(access.token, 'DELETE', `/workspaces/${access.board}/${kind.path}/${id}`)
    await change(access, [{ op: 'restore', id: restored }])
  }
  await deleteTargets(access)
  await arrangeObjects(access, kept)
  await addCommentThread(access, kept)
  await readWebPage(access, kept)
}

const change = ({ api, token, board }: BoardAccess, changes: readonly object[]): Promise<Reply> =>
  api.call(token, 'POST', `/workspaces/${board}/changes`, { changes })

async function addObject(access: BoardAccess, kind: StateKind, known: Readonly<Record<string, string>>) {
  const { api, token, board } = access
  const collection = `/workspaces/${board}/${kind.path}`
  const reply = await api.call(token, 'POST', collection, await sampleOf(access, kind, known))
  const { id } = reply[kind.name] as { id: string }
  const object = `${collection}/${id}`
  // A document takes comments once it is processed.
  await waitFor('the file is processed', async () => {
    const { pictures } = (await api.call(token, 'GET', object))[kind.name]
    return pictures === undefined || pictures.length > 0
  })
  if (kind.isUpdated) await api.call(token, 'PUT', object, updates[kind.name] ?? { x: 25 })
  if (api.allowedIn('POST', `${onObject}/strokes`, 'object_type').includes(kind.path))
    await api.call(token, 'POST', `${object}/strokes`, { points: [5, 5, 40, 40] })
  if (api.allowedIn('POST', `${onObject}/comments`, 'object_type').includes(kind.path)) {
    const { comment } = await api.call(token, 'POST', `${object}/comments`, { text: 'A comment' })
    await api.call(token, 'POST', `${object}/comments`, { text: 'A reply', parent: comment.id })
  }
  return id
}

const updates: Readonly<Record<string, object>> = {
  stroke: { penColor: 'Red' },
  connector: { label: 'leads to' },
}

/** A kind that is not listed here is created with the documented example. */
async function sampleOf(
  { api, webPage }: BoardAccess,
  { name, path }: StateKind,
  known: Readonly<Record<string, string>>,
) {
  const samples: Record<string, () => object | Promise<object>> = {
    note: () => ({ text: 'A **note**' }),
    text: () => ({ text: 'Some text', y: 400 }),
    image: () => fileForm('image', 'plain.png', {}),
    document: () => fileForm('document', 'page.pdf', { title: 'A page' }),
    browser: () => ({ url: webPage, x: 900 }),
    canvas: () => ({ name: 'An area', x: -1_200 }),
    stroke: () => ({ points: [0, 0, 100, 50, 200, 0] }),
    shape: () => ({ text: 'A shape', y: 800 }),
    connector: () => ({ from: { id: known.note }, to: { x: 700, y: 700 } }),
  }
  const sample = samples[name]?.() ?? api.exampleOf('POST', `/workspaces/{workspace_id}/${path}`)
  if (!sample) throw new Error(`no sample of the kind ${name}: add one in fill-board.ts`)
  return await sample
}

/** The file is one of the samples of tests. */
export async function fileForm(field: string, sample: string, fields: Readonly<Record<string, string>>) {
  const path = join(projectRoot, 'server/testing/samples', sample)
  return formOf({ ...fields, [field]: new File([await readFile(path)], sample) })
}

export function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** An object that is deleted takes its strokes and comments with it, and connectors lose an end. */
async function deleteTargets(access: BoardAccess) {
  const { results }: Reply = await change(access, [{ op: 'create', kind: 'note', data: { text: 'goes' } }])
  const id = results[0].note.id as string
  if (access.api.kinds.some(({ name }) => name === 'connector'))
    await change(access, [{ op: 'create', kind: 'connector', data: { from: { id }, to: { x: 1, y: 1 } } }])
  await change(access, [
    { op: 'update', id, data: { x: 5 } },
    { op: 'delete', id },
  ])
}

/** The stacking order, groups and connectors came in one commit. */
async function arrangeObjects(access: BoardAccess, kept: Readonly<Record<string, string>>) {
  if (!access.api.kinds.some(({ name }) => name === 'connector')) return
  const ids = [kept.note, kept.text]
  await change(access, [
    { op: 'order', ids, to: 'front' },
    { op: 'group', ids },
  ])
}

/** A thread at a point of the board, which is edited, resolved and partly deleted. */
async function addCommentThread({ api, token, board }: BoardAccess, kept: Readonly<Record<string, string>>) {
  if (!api.has('PUT', '/workspaces/{workspace_id}/comments/{comment_id}')) return
  const comments = `/workspaces/${board}/comments`
  const { comment } = await api.call(token, 'POST', comments, { text: 'At a point', x: 10, y: 20 })
  await api.call(token, 'PUT', `${comments}/${comment.id}`, { text: 'Edited' })
  await api.call(token, 'PUT', `${comments}/${comment.id}/resolved`, { resolved: true })
  const onNote = `/workspaces/${board}/notes/${kept.note}/comments`
  const { comment: other } = await api.call(token, 'POST', onNote, { text: 'Deleted soon' })
  await api.call(token, 'DELETE', `${comments}/${other.id}`)
}

/** The server fetches the page of a browser when a user requests it. */
const readWebPage = ({ api, token, board }: BoardAccess, kept: Readonly<Record<string, string>>) =>
  waitFor('the web page is read', async () => {
    const { page } = await api.call(token, 'GET', `/workspaces/${board}/browsers/${kept.browser}/page`)
    return page.title === 'A web page'
  })
