// Checks of the whole log of a board: that the events of each object form a chain, and that its history is right.

import assert from 'node:assert/strict'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import type { Database } from '../platform/sql/database.ts'
import { workspaceIdOf } from './members.ts'
import type { Person } from './world.ts'

/** Every event has the seq of the previous event of its object or comment, and the row has that of the last. */
export async function assertEventChains(db: Database, board: string): Promise<void> {
  const id = await workspaceIdOf(db, board)
  const [events, objects, comments] = await Promise.all([
    db.read.selectFrom('events').selectAll().where('workspace_id', '=', id).orderBy('seq').execute(),
    db.read.selectFrom('objects').select(['id', 'seq']).where('workspace_id', '=', id).execute(),
    db.read.selectFrom('comments').select(['id', 'seq']).where('workspace_id', '=', id).execute(),
  ])
  const last = new Map<string, number>()
  const expected = events.map(({ seq, object_id }) => {
    const prior_seq = object_id === null ? 0 : (last.get(object_id) ?? 0)
    if (object_id !== null) last.set(object_id, seq)
    return { seq, prior_seq }
  })
  assert.deepEqual(
    events.map(({ seq, prior_seq }) => ({ seq, prior_seq })),
    expected,
  )
  for (const row of [...objects, ...comments]) assert.equal(row.seq, last.get(row.id), `the last event of ${row.id}`)
}

/** For each seq of the log, replaying it gives the objects that the API lists for that seq, for any page size. */
export async function assertHistory(person: Person, board: string, limit: number): Promise<void> {
  const events = (await Array.fromAsync(person.events.list.all(board))) as unknown as LogEntry[]
  const objects = new Map<string, ReplayedObject>()
  for (const [index, event] of [null, ...events].entries()) {
    if (event) replay(objects, event)
    const shown = await Array.fromAsync(person.objects.list.all(board, { at: index, limit }))
    assert.deepEqual(
      unsigned(shown),
      unsigned(withPaths(objects).sort((a, b) => (a.id < b.id ? -1 : 1))),
      `as it was after ${index}`,
    )
  }
}

type LogEntry = { type: string } & Record<string, { id: string }>

interface ReplayedObject {
  readonly kind: string
  readonly id: string
}

/** Events have the path of a connector as it was then; the objects at its ends may have moved since. */
export const withPaths = (objects: ReadonlyMap<string, ReplayedObject>): ReplayedObject[] =>
  [...objects.values()].map(object =>
    object.kind === 'connector'
      ? { ...object, ...connectorGeometry(object as never, id => (objects.get(id) ?? null) as never) }
      : object,
  )

function replay(objects: Map<string, ReplayedObject>, event: LogEntry): void {
  const [subject, operation] = event.type.split('_') as [string, string]
  const kind = subject.toLowerCase()
  const thing = event[kind]
  if (!thing || kind === 'comment' || kind === 'workspace') return
  if (operation === 'DELETE') objects.delete(thing.id)
  else objects.set(thing.id, { kind, ...thing })
}

/** File URLs differ in every response, because they are signed again. */
export const unsigned = (value: unknown) => JSON.parse(JSON.stringify(value, (key, one) => (key === 'url' ? '' : one)))
