// Tests access checks that finish late: the tests delay the results of the database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { viewerRole } from '@tessera/contract'
import type { KyselyPlugin } from 'kysely'
import { batchedLookups } from '../../accounts/access/lookups.ts'
import type { Reader } from '../../platform/sql/database.ts'
import { type World, world } from '../../testing/world.ts'
import { Connection } from './connection.ts'
import type { LiveDomain } from './live-domain.ts'
import { LiveHub } from './live-hub.ts'
import { recheckAccess } from './recheck-access.ts'
import { Roster } from './roster.ts'
import type { SocketWriter } from './socket-writer.ts'

/** A reader whose results are read at once and returned on `release`. */
function delayedReader(reader: Reader) {
  const found = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      found.resolve()
      await gate.promise
      return result
    },
  }
  return { reader: reader.withPlugin(plugin), found: found.promise, release: () => gate.resolve() }
}

/** A live hub on the database of a world; `readWith` sets the reader of the next access checks. */
function liveHubOf({ dependencies }: World) {
  const { db, tokens } = dependencies
  let reader = db.read
  const domain = {
    db: {
      get read() {
        return reader
      },
    },
    roster: new Roster(),
    verify: (token: string) => tokens.verifyAccessToken(token),
    readEvents: async () => [],
    readBoard: async () => ({ seq: 0, parts: [], hasFollowers: false }),
    roleView: ({ id }: { id: number }) => ({ id }),
    recordVisit: () => {},
    recordFanOut: () => {},
  } as unknown as LiveDomain
  const findAccess = (key: never) => batchedLookups(reader).workspace(key)
  const hub = new LiveHub(domain, { helloMs: 60_000, pingMs: 0, accessMs: 0 }, { workspace: findAccess } as never)
  const readWith = (next: Reader) => {
    reader = next
  }
  return { hub, readWith }
}

async function connected({ board }: World, hub: LiveHub, { token }: { token: string }) {
  const sent: { type: string; role?: { id: number } }[] = []
  const writer = {
    isOpen: true,
    isSlow: false,
    markAlive: () => {},
    drained: async () => {},
    send: (text: string) => void sent.push(JSON.parse(text)),
    write: () => {},
    close: () => {},
  }
  const connection = new Connection(writer as unknown as SocketWriter, { hub, uid: board, token })
  const send = (message: object) => connection.receive(Buffer.from(JSON.stringify(message)), false)
  send({ type: 'hello', after: null })
  while (!connection.isLive) await turn()
  const people = () => hub.roster.list(connection.room?.workspace_id as number)
  return { connection, send, sent, people }
}

const viewer = { workspace_role_id: viewerRole }

test('[LIV-9] a late access check does not restore access that was removed meanwhile', async t => {
  const there = await world()
  const { hub, readWith } = liveHubOf(there)
  const bob = await connected(there, hub, there.bob)
  t.after(() => bob.connection.onClose())
  const delayed = delayedReader(there.dependencies.db.read)
  readWith(delayed.reader)
  const earlier = recheckAccess(hub, [bob.connection])
  await delayed.found
  readWith(there.dependencies.db.read)
  await there.ann.workspaces.updateUser(there.board, there.bob.id, viewer)
  await recheckAccess(hub, [bob.connection])
  delayed.release()
  await earlier
  assert.deepEqual(
    bob.sent.filter(({ type }) => type === 'role').map(({ role }) => role?.id),
    [viewer.workspace_role_id],
  )
  assert.equal(bob.people()[0]?.type, 'viewer')
})

test('[LIV-11] a user who gives up the lead during its access check does not lead', async t => {
  const there = await world()
  const { hub, readWith } = liveHubOf(there)
  const bob = await connected(there, hub, there.bob)
  t.after(() => bob.connection.onClose())
  const delayed = delayedReader(there.dependencies.db.read)
  readWith(delayed.reader)
  bob.send({ type: 'lead', on: true })
  await delayed.found
  bob.send({ type: 'lead', on: false })
  delayed.release()
  readWith(there.dependencies.db.read)
  await hub.requireAccess(bob.connection.claim as never, there.board)
  await turn()
  assert.equal(bob.people()[0]?.leader, false)
})

test('[LIV-11] a user who loses the right to edit during the access check of the lead does not lead', async t => {
  const there = await world()
  const { hub, readWith } = liveHubOf(there)
  const bob = await connected(there, hub, there.bob)
  t.after(() => bob.connection.onClose())
  const delayed = delayedReader(there.dependencies.db.read)
  readWith(delayed.reader)
  bob.send({ type: 'lead', on: true })
  await delayed.found
  readWith(there.dependencies.db.read)
  await there.ann.workspaces.updateUser(there.board, there.bob.id, viewer)
  await recheckAccess(hub, [bob.connection])
  delayed.release()
  await hub.requireAccess(bob.connection.claim as never, there.board)
  await turn()
  assert.equal(bob.people()[0]?.leader, false)
  assert.equal(bob.sent.at(-1)?.type, 'error')
})

test('[LIV-9] a user who joined with outdated access is checked again with the others', async t => {
  const there = await world()
  const { hub, readWith } = liveHubOf(there)
  const ann = await connected(there, hub, there.ann)
  t.after(() => ann.connection.onClose())
  const room = ann.connection.room as NonNullable<typeof ann.connection.room>
  const checked: string[] = []
  const delayed = delayedReader(there.dependencies.db.read)
  readWith(delayed.reader)
  const entering = connected(there, hub, there.bob)
  await delayed.found
  readWith(there.dependencies.db.read)
  room.onCommit(() => [{ seq: room.seq + 1, type: 'WORKSPACE_USER_UPDATE', full: '{}', plain: '{}' }])
  await new Promise<number>(resolve => room.afterLocalEvents(resolve))
  hub.onAccessChange = ({ presence }) => checked.push(...[...presence.values()].map(({ email }) => email))
  delayed.release()
  const bob = await entering
  t.after(() => bob.connection.onClose())
  assert.ok(checked.includes(there.bob.email))
})
