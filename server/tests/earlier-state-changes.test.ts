// Databases that earlier versions have written, opened by today's server: what is in them can be changed, restored, copied,
// exported, backed up and delivered, and its accounts and programs can be used. earlier-states.test.ts reads it.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { exportFormats, type KindName, kindNames, kinds, operations } from '@tessera/contract'
import { backUp } from '../platform/backup/back-up.ts'
import { restore } from '../platform/backup/restore.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { openDiskStorage } from '../platform/files/disk-storage.ts'
import { assertReply } from '../testing/assert-reply.ts'
import { earlierCommits } from '../testing/earlier-states.ts'
import { type EarlierWorld, earlierWorld } from '../testing/earlier-world.ts'
import { assertEventChains, assertHistory, unsigned } from '../testing/event-chains.ts'
import { agentOf } from '../testing/mcp-client.ts'
import { type Notification, receiver } from '../testing/receiver.ts'
import { emptyLocation } from '../testing/test-database.ts'
import { pollUntil, until } from '../testing/until.ts'
import { visitor } from '../testing/visitor.ts'

for (const commit of earlierCommits)
  describe(`a database of ${commit}`, () => {
    let made: EarlierWorld
    let board: string
    before(async () => {
      made = await earlierWorld(commit)
      board = made.state.known.board
    })

    test(`[OPS-61] everything that was deleted on a board of ${commit} can be restored`, async () => {
      const { owner } = made
      const events = (await Array.fromAsync(owner.events.list.all(board))) as unknown as LogEntry[]
      const left = new Set((await owner.objects.list(board)).objects.map(({ id }) => id))
      const deleted = new Map(events.flatMap(event => deletedIn(event).map(one => [one.record.id, one] as const)))
      for (const id of left) deleted.delete(id)
      // A stroke comes back with the object that it was drawn on.
      const alone = [...deleted.values()].filter(({ record }) => !deleted.has(String(record.targetId)))
      assert.ok(new Set(alone.map(({ kind }) => kind)).size >= 6)
      for (const { kind, record } of alone) {
        const body = await owner.objects.change(board, { changes: [{ op: 'restore', id: record.id }] })
        assertReply(operations.objects.change, body)
        const { [kind]: restored } = body.results[0] as unknown as Record<string, Record<string, unknown>>
        const { version, updated_at, ...same } = record
        const { version: next, updated_at: _, ...found } = restored as typeof record
        assert.deepEqual(unsigned(found), unsigned(same))
        assert.equal(next, Number(version) + 1)
      }
      const known = new Set((await owner.objects.list(board)).objects.map(({ id }) => id))
      assert.deepEqual(
        [...deleted.keys()].filter(id => !known.has(id)),
        [],
      )
    })

    test(`[OPS-61] every object of a board of ${commit} can be changed, deleted, and both undone`, async () => {
      const { owner } = made
      const agent = await agentOf(made, owner)
      const read = async () => (await owner.objects.list(board)).objects
      const before = await read()
      const ids = before.filter(one => !('targetId' in one && one.targetId)).map(({ id }) => id)
      const changed = before.filter(({ kind }) => kinds[kind].updatable.includes('x')).map(({ id }) => id)
      await agent.ask('change_board', {
        workspace_id: board,
        changes: changed.map(id => ({ op: 'update', id, data: { x: 77, pin: true } })),
      })
      assert.ok((await read()).every(one => !changed.includes(one.id) || ('x' in one && one.x === 77)))
      await agent.ask('undo', { workspace_id: board })
      assert.deepEqual((await read()).map(content), before.map(content))
      const deletions = ids.map(id => ({ op: 'delete', id }))
      await agent.ask('change_board', { workspace_id: board, changes: deletions, confirm: deletions.length })
      assert.deepEqual(await read(), [])
      await agent.ask('undo', { workspace_id: board })
      assert.deepEqual((await read()).map(content), before.map(content))
      await assertEventChains(made.dependencies.db, board)
    })

    test(`[OPS-61] a board of ${commit} is copied and exported in every format`, async () => {
      const { owner } = made
      const { objects } = await owner.objects.list(board)
      const { workspace } = await owner.workspaces.copy(board, { new_workspace_name: 'A copy of today' })
      const copies = await until(async () => {
        const { objects: found } = await owner.objects.list(workspace.uid)
        return found.length === objects.length && found
      })
      assert.deepEqual(kindsOf(copies), kindsOf(objects))
      await assertHistory(owner, workspace.uid, 1_000)
      for (const format of exportFormats) {
        const { export: asked } = await owner.exports.create(board, { format })
        const { export: ended } = await pollUntil(
          () => owner.exports.get(board, asked.id),
          ({ export: now }) => now.state === 'done' || now.state === 'failed',
        )
        assert.deepEqual([ended.state, ended.error], ['done', null], format)
      }
    })

    test(`[OPS-61] a listener of ${commit} gets its whole log again, with all fields`, async () => {
      const { owner } = made
      const hook = await receiver()
      const { id } = await listenerOf(made, hook.url)
      await owner.listeners.replay(id, { after_seq: 0 })
      const expected = (await Array.fromAsync(owner.events.list.all(board))).map(
        ({ id, seq, type, created_at, ...event }) => ({
          ...event,
          event: { id, seq, type, created_at },
          workspace_id: board,
        }),
      )
      // They include events that the listener of that state had not received yet.
      const bodiesBySeq = (all: readonly Notification[]) => new Map(all.map(({ body }) => [body.event.seq, body]))
      const sent = bodiesBySeq(await hook.until(all => bodiesBySeq(all).size === expected.length))
      assert.deepEqual(unsigned(expected.map(({ event }) => sent.get(event.seq))), unsigned(expected))
    })

    test(`[OPS-61] the accounts and programs of ${commit} work as before`, async () => {
      const { url, state } = made
      const { owner, application, repeatable } = state.known
      const signedIn = await visitor(url).fillIn('/sign-in', owner)
      assert.equal(signedIn.status, 303)
      const refreshed = await fetch(`${url}/api/v2/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...application, grant_type: 'refresh_token' }),
      })
      assert.equal(refreshed.status, 200, await refreshed.clone().text())
      const { access_token } = (await refreshed.json()) as { access_token: string }
      const headers = { authorization: `Bearer ${access_token}` }
      const read = await fetch(`${url}/api/workspaces/${board}/objects`, { headers })
      assert.equal(read.status, 200, await read.text())
      const repeated = await fetch(`${url}/api${repeatable.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${made.owner.token}`,
          'content-type': 'application/json',
          'idempotency-key': repeatable.key,
        },
        body: JSON.stringify(repeatable.body),
      })
      assert.deepEqual(withoutTimes(await repeated.json()), withoutTimes(JSON.parse(repeatable.reply)))
    })

    test(`[OPS-61] a backup of a database of ${commit} is restored whole`, async t => {
      const { dependencies, state } = made
      const ours = join(state.settings.dataDir, 'backup-of-today')
      await backUp(dependencies.db, dependencies.files, ours)
      for (const path of [ours, state.backup]) {
        const target = await emptyLocation()
        t.after(target.drop)
        const db = await openDatabase(target.settings)
        t.after(() => db.close())
        const files = await openDiskStorage(join(target.settings.dataDir, 'files'))
        const { tables } = await restore(db, files, path)
        for (const table of ['users', 'objects', 'events', 'listeners'] as const) {
          const { count } = await db.read
            .selectFrom(table)
            .select(eb => eb.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
          assert.equal(Number(count), tables[table]?.count, table)
          assert.ok(Number(count) > 0)
        }
      }
    })
  })

type LogEntry = { type: string } & Record<string, unknown>
type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** The object that an event deletes, if it deletes one. */
function deletedIn(event: LogEntry): { kind: KindName; record: AnyRecord }[] {
  const kind = kindNames.find(name => event.type === `${name.toUpperCase()}_DELETE`)
  return kind ? [{ kind, record: event[kind] as AnyRecord }] : []
}

const withoutTimes = ({ note: { created_at, updated_at, ...note } }: { note: Record<string, unknown> }) => note

/** Without what every change changes. A group ends when its objects are deleted. */
const content = ({
  version,
  updated_at,
  group,
  ...same
}: {
  version: number
  updated_at: string
  group: string | null
}) => unsigned(same)

const kindsOf = (objects: readonly { readonly kind: string }[]) => objects.map(({ kind }) => kind).sort()

/** A listener of the whole workspace, which now notifies another address. */
async function listenerOf({ owner, state }: EarlierWorld, url: string) {
  const { listeners } = await owner.listeners.list()
  const found = listeners.find(
    one =>
      one.workspaceId === state.known.board &&
      one.url.endsWith('/hook') &&
      one.targetId === null &&
      one.status.includes('ACTIVE'),
  )
  assert.ok(found)
  await owner.listeners.update(found.id, { url })
  return found
}
