// Runs random sequences of board operations on the server and on an in-memory model: every response, every error and
// the final state must be equal. FUZZ_SEED repeats a run, FUZZ_RUNS sets the number of runs.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { AnyRecord } from '../../testing/any-kind.ts'
import { steps } from '../../testing/board-steps.ts'
import { assertEventChains, assertHistory, withPaths } from '../../testing/event-chains.ts'
import { ModelRun } from '../../testing/model-run.ts'
import { joinWorkspace } from '../../testing/people.ts'
import { testEngine } from '../../testing/test-database.ts'
import { type World, world, worldOnWriteThread } from '../../testing/world.ts'

const seed = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }
const runs = Number(process.env.FUZZ_RUNS ?? 25)

let made: World

/** Bob joins without a mail, because mails to one address are limited. */
const newBoard = async () => {
  const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Model' })
  const { id, uid } = workspace.properties
  await joinWorkspace(made.dependencies, id, [{ user_id: made.bob.id, workspace_role_id: 3 }])
  return uid
}

/** Changes run on the main thread under light load and on the write thread under heavy load. */
const worlds = {
  'on the main thread': world,
  ...(testEngine === 'sqlite' ? { 'on the write thread': worldOnWriteThread } : {}),
}

for (const [name, open] of Object.entries(worlds)) {
  describe(name, () => {
    before(async () => {
      made = await open()
    })
    testAgainstModel()
  })
}

function testAgainstModel(): void {
  test('[COM-3] [COM-9] [COM-10] [COM-11] [COM-13] [COM-14] [OBJ-2] [OBJ-3] [OBJ-6] [OBJ-7] [OBJ-9] [OBJ-20] [OBJ-21] [OBJ-25] [KND-12] [KND-13] [CHG-4] [CHG-6] [CHG-7] [CHG-10] [EVT-1] [EVT-2] [STO-12] the server does what the model does', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const run = new ModelRun(made, await newBoard())
        for (const step of sequence) await run.take(step)
        await run.compare()
        await assertEventChains(made.dependencies.db, run.board)
        await assertHistory(made.bob, run.board, 3)
      }),
      { numRuns: runs, ...seed },
    )
  })

  test('[CHG-4] [CHG-12] [EVT-1] [STO-12] after concurrent operations, replaying the log gives the board', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const board = await newBoard()
        const run = new ModelRun(made, board)
        const first = sequence.filter(step => step.operation === 'create')
        for (const step of first) await run.take(step)
        await Promise.allSettled(sequence.map(step => run.runOnServer(step)))
        const events = await Array.fromAsync(made.ann.events.list.all(board))
        assert.deepEqual(
          events.map(event => event.seq),
          events.map((_, index) => index + 1),
        )
        const objects = new Map<string, { kind: string; id: string }>()
        const comments = new Map<string, { id: string }>()
        const versions = new Map<string, number>()
        for (const event of events as unknown as Record<string, AnyRecord>[]) {
          const [kind, change] = String(event.type).split('_') as [string, string]
          const record = event[kind.toLowerCase()] as AnyRecord
          if (kind === 'COMMENT') {
            if (change === 'DELETE') comments.delete(record.id)
            else comments.set(record.id, record)
            continue
          }
          if (change !== 'DELETE') assert.equal(record.version, (versions.get(record.id) ?? 0) + 1)
          versions.set(record.id, record.version)
          if (change === 'DELETE') objects.delete(record.id)
          else objects.set(record.id, { kind: kind.toLowerCase(), ...record })
        }
        assert.deepEqual((await made.ann.objects.list(board)).objects, withPaths(objects).sort(byId))
        const listed = await Array.fromAsync(made.ann.comments.listInWorkspace.all(board))
        assert.deepEqual(listed, [...comments.values()].sort(byId))
        await assertEventChains(made.dependencies.db, board)
        await assertHistory(made.bob, board, 2)
      }),
      { numRuns: Math.ceil(runs / 2), ...seed },
    )
  })
}

const byId = (one: unknown, other: unknown) => ((one as AnyRecord).id < (other as AnyRecord).id ? -1 : 1)
