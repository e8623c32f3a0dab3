// Sends random valid and invalid requests, generated from the OpenAPI document, to every operation: never a 500, never a
// status outside the operation's set, never a response of another shape. FUZZ_SEED repeats a run, FUZZ_ROUNDS sets its
// length.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, ErrorReply, type NamedOperation, sets } from '@tessera/contract'
import { Compile } from 'typebox/compile'
import {
  asJson,
  type FuzzSource,
  invalidValue,
  type Schema,
  unusualTexts,
  unusualValue,
  validValue,
} from '../testing/fuzz-values.ts'
import { readSample } from '../testing/sample-file.ts'
import { actorOf, type Scene, scene } from '../testing/scene.ts'
import { type Random, seededRandom } from '../testing/seeded-random.ts'
import type { Person } from '../testing/world.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
const rounds = Number(process.env.FUZZ_ROUNDS ?? 900)
const perScene = 120
const atOnce = 6

interface DescribedOperation {
  operationId: string
  parameters?: (Schema & { name: string; in: string; schema: Schema })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Schema> }
}

interface SentRequest {
  operation: NamedOperation
  path: string
  init: RequestInit & { as?: Person; headers: Record<string, string> }
}

const isError = Compile(ErrorReply)
const isReply = new Map(allOperations.map(operation => [operation.id, Compile(operation.reply)]))

test(`[ERR-1] [ERR-3] [ERR-13] no request causes a 500 or a status outside its set (seed ${seed})`, async t => {
  t.diagnostic(`FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds}`)
  const random = seededRandom(seed)
  let counted = 0
  const counts = new Map<string, number>()
  while (counted < rounds) {
    const made = await withSpare(await scene())
    const description = (await (await made.send('/api/openapi.json')).json()) as Description
    for (let begun = 0; begun < perScene && counted < rounds; begun += atOnce) {
      const requests = await Promise.all(
        Array.from({ length: atOnce }, (_, index) => compose(made, description, random, (counted + index) * 7)),
      )
      counted += atOnce
      for (const status of await Promise.all(requests.map(request => checkResponse(made, request))))
        counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
  assert.ok((counts.get('2xx') ?? 0) > counted / 8, 'enough requests are accepted')
})

/** Adds a workspace to delete, so that the other remains for the requests that follow. */
async function withSpare(made: Scene): Promise<Scene> {
  const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Spare' })
  return { ...made, ids: { ...made.ids, spare: workspace.properties.uid } }
}

async function checkResponse({ send, eve }: Scene, { operation, path, init }: SentRequest): Promise<string> {
  const context = `FUZZ_SEED=${seed} ${init.method} ${path.slice(0, 300)} ${JSON.stringify({ ...init, as: init.as?.email }).slice(0, 1_500)}`
  const response = await send(path, init)
  const text = await response.text()
  const headers = Object.keys(init.headers)
  const allowed: number[] = [
    operation.status,
    ...sets[operation.errors].filter(status => status !== 500),
    ...(headers.includes('idempotency-key') ? [409, 422] : []),
    ...(headers.includes('if-match') ? [412] : []),
  ]
  assert.ok(allowed.includes(response.status), `${response.status} ${text.slice(0, 500)}\n${context}`)
  const type = response.headers.get('content-type') ?? ''
  if (operation.content && response.ok) {
    assert.ok(operation.content.includes(type) && text.length > 0, context)
    return '2xx'
  }
  assert.match(type, /^application\/json/, context)
  const body = JSON.parse(text)
  const check = response.ok ? isReply.get(operation.id) : isError
  assert.ok(
    check?.Check(body),
    `${text.slice(0, 500)}\n${JSON.stringify([...(check?.Errors(body) ?? [])].slice(0, 3))}\n${context}`,
  )
  const isOfAnn = !['nothing', 'caller', 'user'].includes(operation.needs.load)
  assert.ok(!response.ok || init.as !== eve || !isOfAnn, `a stranger got through\n${context}`)
  return response.ok ? '2xx' : String(response.status)
}

async function compose(made: Scene, description: Description, random: Random, turn: number): Promise<SentRequest> {
  const operation = allOperations[turn % allOperations.length] as NamedOperation
  const described = describedOf(description, operation)
  const source: FuzzSource = {
    random,
    resolve: schema => (schema.$ref ? (at(description, schema.$ref) as Schema) : schema),
    known: name => known(made)[name],
  }
  const person = random.next() < 0.15 ? made.eve : actorOf(operation, made)
  const headers = oddHeaders(operation, random)
  const body = operation.method === 'GET' ? undefined : await composeBody(operation, described, source, headers)
  const init = { as: person, method: operation.method, headers, ...(body === undefined ? {} : { body }) }
  return { operation, path: composePath(operation, described, source, made), init }
}

const describedOf = ({ paths }: Description, operation: NamedOperation) =>
  paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()] as DescribedOperation

const at = (description: Description, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], description)

function composePath(
  operation: NamedOperation,
  described: DescribedOperation,
  source: FuzzSource,
  { ids }: Scene,
): string {
  const { random } = source
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const isDeleted = operation.id === 'workspaces.delete'
    const id =
      name === 'object_type' ? random.pick(['notes', 'images', 'text', 'strokes']) : ids[isDeleted ? 'spare' : name]
    return random.next() < 0.85 ? encodeURIComponent(`${id}`) : random.pick(oddIds)
  })
  const query = (described.parameters ?? []).filter(one => one.in === 'query' && random.next() < 0.4)
  const pairs = query.map(({ name, schema }) => {
    const value =
      random.next() < 0.6
        ? validValue(source, schema, name)
        : random.pick([...unusualTexts, '1e9', '-1', '99999999999999999999'])
    return `${name}=${encodeURIComponent(`${value}`.toWellFormed()).slice(0, 4_000)}`
  })
  if (random.next() < 0.1)
    pairs.push(random.pick(['nonsense=1', '__proto__=x', '=', '%ff=%ff', 'limit=%', 'limit=1&limit=2']))
  return `/api${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

const oddIds = [
  '0',
  '-1',
  'x',
  '%00',
  '%ZZ',
  '%F0%9F%98%80',
  'f'.repeat(24),
  'z'.repeat(20),
  '9'.repeat(400),
  '2147483648',
  '1.0',
  'me',
  '__proto__',
  '%2e%2e%2f',
]

function oddHeaders({ method }: NamedOperation, random: Random): Record<string, string> {
  const headers: Record<string, string> = {}
  const add = (name: string, chance: number, values: string[]) => {
    if (random.next() < chance) headers[name] = random.pick(values)
  }
  if (method === 'POST') add('idempotency-key', 0.2, ['a', 'b', 'two words', 'x'.repeat(300), '\u00e9', '*'])
  add('if-match', 0.1, ['"1"', '"2"', '*', 'W/"1"', '"x"', '""', '-1', '9'.repeat(30)])
  add('accept', 0.1, ['text/html', '*/*;q=0', 'application/xml'])
  add('range', 0.05, ['bytes=0-1'])
  add('x-http-method-override', 0.05, ['DELETE'])
  add('origin', 0.05, ['null', 'https://example.com'])
  return headers
}

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'x',
  '/',
  'application/x-www-form-urlencoded',
]

async function composeBody(
  operation: NamedOperation,
  described: DescribedOperation,
  source: FuzzSource,
  headers: Record<string, string>,
) {
  const { random } = source
  const content = Object.entries(described.requestBody?.content ?? {})
  if (content.length === 0) return random.next() < 0.1 ? '{"unasked":true}' : undefined
  const [type, { schema }] = random.pick(content)
  const value = validValue(source, schema)
  const sent = random.next() < 0.5 ? value : invalidValue(random, value)
  if (type.startsWith('multipart') && operation.upload) return await composeForm(operation, random, sent)
  headers['content-type'] = random.next() < 0.95 ? 'application/json' : random.pick(contentTypes)
  if (random.next() < 0.05)
    return Buffer.from(
      random.pick(['', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '\ufeff{}', '{"a":"\xff"}', 'NaN', ' ']),
      'latin1',
    )
  return asJson(sent)
}

async function composeForm({ upload }: NamedOperation, random: Random, value: unknown): Promise<FormData> {
  const form = new FormData()
  for (const [name, one] of Object.entries(value ?? {})) if (name !== upload?.field) form.append(name, asText(one))
  const sample = random.pick(['plain.png', 'plain.jpg', 'page.pdf', 'letter.docx', 'table.xls'])
  const bytes = random.next() < 0.8 ? await readSample(sample) : Buffer.from(asText(unusualValue(random)))
  const name = random.next() < 0.9 ? (upload?.field as string) : 'file'
  if (random.next() < 0.9) form.append(name, new Blob([bytes as BlobPart]), 'file')
  return form
}

const asText = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : asJson(value))

const known = ({ ids, board, bob, vic, organization }: Scene): Readonly<Record<string, readonly unknown[]>> => ({
  email: [bob.email, ids.newcomer, 'nobody@example.com'],
  user_id: [bob.id, vic.id, 2_147_483_647],
  workspace_role_id: [1, 2, 3, 4, 5, 6],
  organization_role_id: [1, 2, 3, 4, 5],
  application_role_id: [1, 3, 4],
  workspaceId: [board, 'z'.repeat(20)],
  targetId: [ids.note_id, ids.image_id, 'f'.repeat(24)],
  id: [ids.note_id, ids.text_id, ids.stroke_id, 'f'.repeat(24)],
  parent: [ids.note_id, 'f'.repeat(24)],
  eventTypes: ['ALL', 'NOTE_CREATE', 'NONSENSE'],
  data: [{ text: 'x' }, { x: 5, scale: 2 }, { points: [1, 2] }, { name: 'n' }, {}],
  filter_by: [
    'email:x',
    'status:ACTIVE',
    'role_type:user',
    `workspaceId:${board}`,
    'password_hash:x',
    ':',
    `organization_role_id:${organization}`,
  ],
  order_by: ['name', 'email', 'id', 'created_at', 'password_hash', 'name desc', ''],
  points: [[0, 0, 1, 1], [5], []],
})
