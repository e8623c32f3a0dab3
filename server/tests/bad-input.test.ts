// Sends bad input to every operation that takes a body or a query: each request gets a clear error of the operation's
// set, changes nothing and never causes a 500. Input that is ignored has no effect.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allOperations, type NamedOperation, sets } from '@tessera/contract'
import { stateOf } from '../testing/database-state.ts'
import { actorOf, exampleBodies, pathOf, prepare, type Scene, scene } from '../testing/scene.ts'

type Properties = Record<string, { type?: string; properties?: Properties }>

const propertiesOf = (schema: unknown): Properties =>
  (schema as { properties?: Properties } | undefined)?.properties ?? {}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** JSON text, because JavaScript has no value for some of these. Each is invalid in every field. */
const wrongValues: Record<string, string> = {
  'a NUL character': '"a\\u0000b"',
  'half of a surrogate pair': '"a\\ud800b"',
  'the other half': '"\\udc00"',
  'half of a pair in a key': '{"\\udfff":1}',
  '2^53 + 1': '9007199254740993',
  '1e400': '1e400',
  '-1e400': '-1e400',
}

/** These are tried in one field of each operation only. */
const costlyValues = { 'a hundred thousand levels': deep(100_000) }

const wrongBodies: Record<string, string | Uint8Array> = {
  'no JSON': '{"text":',
  'a word': 'nonsense',
  'single quotes': "{'text':'x'}",
  'a comment': '{} // none',
  'two bodies': '{}{}',
  'a list': '[]',
  'a text': '"text"',
  'a number': '7',
  true: 'true',
  NaN: '{"x":NaN}',
  'a byte order mark': '\ufeff{}',
  'a raw control character': '{"text":"a\nb"}',
  'invalid UTF-8': new Uint8Array([...Buffer.from('{"text":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
  'UTF-8 cut off': new Uint8Array([...Buffer.from('{"text":"'), 0xe2, 0x82, ...Buffer.from('"}')]),
  'a surrogate as bytes': new Uint8Array([...Buffer.from('{"text":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
  'UTF-16': new Uint8Array(Buffer.from('{"text":"x"}', 'utf16le')),
  'unclosed levels': deep(100_000).slice(0, 100_000),
  '2 MB': JSON.stringify({ text: 'x'.repeat(2_000_000) }),
}

const harmless = [
  '"__proto__":{"can_edit_users":true,"text":7}',
  '"constructor":{"prototype":{"text":7}}',
  '"nonsense":1,"$":{"file":{"hash":"x"}},"toString":null',
  `"nested":${deep(60)}`,
  '"large":1e400,"larger":9007199254740993',
].join(',')

async function readError(response: Response, operation: NamedOperation, what: string): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  assert.ok((sets[operation.errors] as readonly number[]).includes(response.status), `${what}: ${response.status}`)
  assert.notEqual(response.status, 500, what)
  assert.ok(error.message.length > 0)
  return error.code
}

describe('bad input', () => {
  let made: Scene
  before(async () => {
    made = await scene()
  })

  const send = (operation: NamedOperation, body: string | Uint8Array, ids = made.ids) =>
    made.send(pathOf(operation, ids), {
      as: actorOf(operation, made),
      method: operation.method,
      headers: { 'content-type': 'application/json' },
      body: body as BodyInit,
    })

  for (const operation of allOperations.filter(one => one.body && !one.upload)) {
    test(`[ERR-4] [ERR-12] [ERR-13] [LIM-3] ${operation.id} refuses what it cannot read, and changes nothing`, async () => {
      const before = await stateOf(made.dependencies.db)
      for (const [what, body] of Object.entries(wrongBodies)) {
        const code = await readError(await send(operation, body), operation, what)
        assert.equal(code, what === '2 MB' ? 'PayloadTooLarge' : 'BadRequest', what)
      }
      const good = exampleBodies[operation.id]?.(made) ?? {}
      for (const [index, [name, { type, properties }]] of Object.entries(propertiesOf(operation.body)).entries()) {
        const rest = JSON.stringify({ ...good, [name]: undefined }).slice(1)
        for (const [what, value] of Object.entries(index === 0 ? { ...wrongValues, ...costlyValues } : wrongValues)) {
          const isFine = type === 'object' && !properties
          const body = `{"${name}":${value}${rest === '}' ? '' : ','}${rest}`
          const code = await readError(await send(operation, body), operation, `${what} in ${name}`)
          if (!isFine) assert.equal(code, 'BadRequest', `${what} in ${name}`)
        }
      }
      assert.deepEqual(await stateOf(made.dependencies.db), before)
    })

    test(`[ERR-8] [ERR-13] ${operation.id} ignores keys that have a meaning in JavaScript`, async () => {
      // The board of the others is deleted, or the sessions that they use end.
      const fresh = ['workspaces.delete', 'sessions.deleteOthers'].includes(operation.id) ? await scene() : made
      const ids = await prepare(operation, fresh)
      const good = JSON.stringify(exampleBodies[operation.id]?.({ ...fresh, ids }) ?? {}).slice(1)
      const init = {
        as: actorOf(operation, fresh),
        method: operation.method,
        headers: { 'content-type': 'application/json' },
      }
      const all = `{${harmless}${good === '}' ? '' : ','}${good}`
      const response = await fresh.send(pathOf(operation, ids), { ...init, body: all })
      assert.equal(response.status, operation.status, await response.text())
      assert.equal(({} as Record<string, unknown>).can_edit_users, undefined)
      assert.equal(({} as Record<string, unknown>).text, undefined)
    })
  }

  for (const operation of allOperations.filter(one => one.query)) {
    test(`[LST-4] [LST-5] [LST-8] [ERR-13] ${operation.id} treats SQL in its query as plain text`, async () => {
      const ids = await prepare(operation, made)
      const before = await stateOf(made.dependencies.db)
      const names = Object.keys(propertiesOf(operation.query))
      for (const name of names) {
        for (const value of injections) {
          const path = `${pathOf(operation, ids)}?${name}=${value}`
          const response = await made.send(path, { as: actorOf(operation, made) })
          if (name === 'query' && response.status === 200) continue
          if (name === 'filter_by' && value === filter && response.status === 200)
            assert.equal(((await response.json()) as { total: number }).total, 0, 'a value that matches nothing')
          else assert.equal(await readError(response, operation, path), 'BadRequest', path)
        }
      }
      assert.deepEqual(await stateOf(made.dependencies.db), before)
    })
  }
})

const filter = "email:x' or '1'='1"

const injections = [
  "name';drop table users;--",
  '(select password_hash from users)',
  'id desc, (select 1)',
  'password_hash',
  filter,
  ':',
  '%00',
  '%ff',
  '1e400',
  '-1',
  'x'.repeat(5_000),
]
