// Tests opening a board.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedChange } from '@tessera/contract'
import type { Database, Reader } from '../../platform/sql/database.ts'
import { workspaceIdOf } from '../../testing/members.ts'
import { world } from '../../testing/world.ts'
import { boardGraph } from '../objects/board-graph.ts'
import { readBoardText } from './board-text.ts'
import { listObjects } from './object-list-store.ts'

test('[LIV-3] [KND-12] opening a board, its list and its graph do not run a statement per connector', async () => {
  const { ann, board, dependencies } = await world()
  const { db } = dependencies
  const id = await workspaceIdOf(db, board)
  const { shape: a } = await ann.shapes.create(board, {})
  const { shape: b } = await ann.shapes.create(board, { x: 900 })
  const connect = (count: number) => {
    const data = { from: { id: a.id }, to: { id: b.id } }
    const changes: ListedChange[] = Array.from({ length: count }, () => ({ op: 'create', kind: 'connector', data }))
    return ann.objects.change(board, { changes })
  }
  const open = async () => {
    let statements = 0
    const counted = (reader: Reader): Reader =>
      reader.withPlugin({
        transformQuery({ node }) {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
    const countedDb: Database = { ...db, snapshot: work => db.snapshot(reader => work(counted(reader))) }
    const { parts } = await readBoardText(countedDb, id, () => '')
    const reader = counted(db.read)
    const { nodes, edges } = await boardGraph(reader, id)
    const listed = await listObjects(reader, id, { limit: 1_000 })
    const text = parts.map(({ objects }) => objects.full).join()
    return {
      statements,
      shown: [text.split('"kind":"connector"').length - 1, nodes.length, edges.length, listed.length],
    }
  }
  await connect(10)
  const few = await open()
  assert.deepEqual(few.shown, [10, 2, 10, 12])
  await connect(390)
  const many = await open()
  assert.deepEqual(many.shown, [400, 2, 400, 402])
  assert.equal(many.statements, few.statements)
  assert.ok(few.statements > 3)
})
