// What a connection makes of answers about rights that come late: the database's answers are held back here until the test
// lets them go.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { viewerRole } from '@tessera/contract'
import type { KyselyPlugin } from 'kysely'
import { batchedLookups } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import { type World, world } from '../testing/world.ts'
import { askAnew } from './recheck-access.ts'
import { Connection } from './connection.ts'
import { House } from './live-hub.ts'
import type { LiveDomain } from './live-domain.ts'
import { Roster } from './roster.ts'
import type { Wire } from './socket-writer.ts'

/** A reader whose answers wait, and are as of the moment they were asked for. */
function heldReader(reader: Reader) {
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
  return { reader: reader.withPlugin(plugin), found: found.promise, letGo: () => gate.resolve() }
}

/** The live door of a world by hand: `readWith` is what the next questions are asked of. */
function liveDoor({ parts }: World) {
  const { db, tokens } = parts
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
    readBoard: async () => ({ seq: 0, parts: [] }),
    roleView: ({ id }: { id: number }) => ({ id }),
    noteVisit: () => {},
  } as unknown as LiveDomain
  const ask = (key: never) => batchedLookups(reader).workspace(key)
  const house = new House(domain, { helloMs: 60_000, probeMs: 0, accessMs: 0 }, { workspace: ask } as never)
  const readWith = (next: Reader) => {
    reader = next
  }
  return { house, readWith }
}

async function connected({ board }: World, house: House, { token }: { token: string }) {
  const said: { type: string; role?: { id: number } }[] = []
  const wire = {
    isOpen: true,
    isSlow: false,
    heard: () => {},
    ready: async () => {},
    send: (text: string) => void said.push(JSON.parse(text)),
    write: () => {},
    end: () => {},
  }
  const connection = new Connection(wire as unknown as Wire, { house, uid: board, token })
  const send = (message: object) => connection.receive(Buffer.from(JSON.stringify(message)), false)
  send({ type: 'hello', after: null })
  while (!connection.isLive) await turn()
  const people = () => house.roster.list(connection.room?.workspace_id as number)
  return { connection, send, said, people }
}

const viewer = { workspace_role_id: viewerRole }

test('[LIV-9] a late answer about rights does not give back what was taken away since it was asked for', async t => {
  const there = await world()
  const { house, readWith } = liveDoor(there)
  const bob = await connected(there, house, there.bob)
  t.after(() => bob.connection.gone())
  const held = heldReader(there.parts.db.read)
  readWith(held.reader)
  const earlier = askAnew(house, [bob.connection])
  await held.found
  readWith(there.parts.db.read)
  await there.ann.workspaces.updateUser(there.board, there.bob.id, viewer)
  await askAnew(house, [bob.connection])
  held.letGo()
  await earlier
  assert.deepEqual(
    bob.said.filter(({ type }) => type === 'role').map(({ role }) => role?.id),
    [viewer.workspace_role_id],
  )
  assert.equal(bob.people()[0]?.type, 'viewer')
})

test('[LIV-11] who gives the lead up while it is being asked about does not lead', async t => {
  const there = await world()
  const { house, readWith } = liveDoor(there)
  const bob = await connected(there, house, there.bob)
  t.after(() => bob.connection.gone())
  const held = heldReader(there.parts.db.read)
  readWith(held.reader)
  bob.send({ type: 'lead', on: true })
  await held.found
  bob.send({ type: 'lead', on: false })
  held.letGo()
  readWith(there.parts.db.read)
  await house.ask(bob.connection.claim as never, there.board)
  await turn()
  assert.equal(bob.people()[0]?.leader, false)
})

test('[LIV-11] who loses the right to edit while the lead is being asked about does not lead', async t => {
  const there = await world()
  const { house, readWith } = liveDoor(there)
  const bob = await connected(there, house, there.bob)
  t.after(() => bob.connection.gone())
  const held = heldReader(there.parts.db.read)
  readWith(held.reader)
  bob.send({ type: 'lead', on: true })
  await held.found
  readWith(there.parts.db.read)
  await there.ann.workspaces.updateUser(there.board, there.bob.id, viewer)
  await askAnew(house, [bob.connection])
  held.letGo()
  await house.ask(bob.connection.claim as never, there.board)
  await turn()
  assert.equal(bob.people()[0]?.leader, false)
  assert.equal(bob.said.at(-1)?.type, 'error')
})

test('[LIV-9] who is let in by rights that were changed meanwhile is asked about with the others', async t => {
  const there = await world()
  const { house, readWith } = liveDoor(there)
  const ann = await connected(there, house, there.ann)
  t.after(() => ann.connection.gone())
  const room = ann.connection.room as NonNullable<typeof ann.connection.room>
  const asked: string[] = []
  const held = heldReader(there.parts.db.read)
  readWith(held.reader)
  const entering = connected(there, house, there.bob)
  await held.found
  readWith(there.parts.db.read)
  room.hear(() => [{ seq: room.seq + 1, type: 'WORKSPACE_USER_UPDATE', full: '{}', plain: '{}' }])
  await new Promise<number>(resolve => room.afterHeard(resolve))
  house.onRights = ({ people }) => asked.push(...[...people.values()].map(({ email }) => email))
  held.letGo()
  const bob = await entering
  t.after(() => bob.connection.gone())
  assert.ok(asked.includes(there.bob.email))
})
