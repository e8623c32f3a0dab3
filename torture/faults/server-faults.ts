// The faults of one server on SQLite: it is killed at every kind of moment and started again, and an operator makes
// backups.

import type { ListedChange } from '@tessera/client'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import type { PlannedFault, ServerFault } from '../fault-plan.ts'
import { attemptUntilKnown } from '../load/attempt.ts'
import { exportBoard, publish } from '../load/publisher.ts'
import { uploadPicture } from '../load/uploader.ts'
import type { RunState } from '../run-state.ts'
import type { SingleServer } from '../stack/single-server.ts'
import { type PerformFault, pause, restart, stall } from './cluster-faults.ts'

const notesOfCheckpoint = 250
const maxWaitForChangesMs = 3_000
const filler = 'x'.repeat(3_000)

export function serverFaults(run: RunState, { node, backUp }: SingleServer): PerformFault {
  const { program, disk } = node
  const killDuring = (begin: (fault: PlannedFault) => Promise<unknown>) => async (fault: PlannedFault) => {
    const kill = async () => {
      await pause(fault.lastsMs)
      await restart(program, 'SIGKILL', 0)
    }
    await Promise.all([begin(fault), kill()])
  }
  const all: Record<ServerFault, PerformFault> = {
    'kill under load': async ({ lastsMs }) => {
      await waitForChanges(run, lastsMs / 10)
      await restart(program, 'SIGKILL', 0)
    },
    'kill during start': async ({ lastsMs }) => {
      await program.end('SIGKILL')
      program.spawn()
      await pause(lastsMs)
      await restart(program, 'SIGKILL', 0)
    },
    'kill during upload': killDuring(fault => uploadPicture(run, seededRandom(fault.number))),
    'kill during publishing': killDuring(() => publish(run)),
    'kill during checkpoint': killDuring(longLists(run)),
    'kill during export': killDuring(() => exportBoard(run, 'tessera')),
    'kill during backup': killDuring(backUp),
    'back up': backUp,
    'stop server': () => restart(program, 'SIGTERM', 0),
    'freeze server': ({ lastsMs }) => stall(program, lastsMs),
    'fill disk': async ({ lastsMs }) => {
      await disk.fill?.()
      await pause(lastsMs)
      await disk.empty()
      await program.ready()
    },
  }
  return async fault => {
    const release = run.clock.halt()
    try {
      await all[fault.kind as ServerFault](fault)
    } finally {
      release()
    }
  }
}

/**
 * Waits for a number of changes instead of a time, so that a slow machine also kills the server in the middle of its
 * work.
 */
async function waitForChanges({ ledger }: RunState, count: number): Promise<void> {
  const goal = ledger.counts.acknowledged + count
  const deadline = performance.now() + maxWaitForChangesMs
  while (ledger.counts.acknowledged < goal && performance.now() < deadline) await pause(2)
}

/**
 * Writes lists of long texts, so that the log of SQLite soon reaches the size at which it is written back to the
 * database.
 */
function longLists(run: RunState): (fault: PlannedFault) => Promise<void> {
  const board = run.boards[1] as string
  let ids: readonly string[] = []
  return async ({ number }) => {
    const marks = Array.from({ length: notesOfCheckpoint }, (_, index) => `checkpoint-${number}-${index}`)
    const changes = marks.map((mark, index): ListedChange => {
      const [id, data] = [ids[index], { text: `${mark}\n${filler}` }]
      return id === undefined ? { op: 'create', kind: 'note', data } : { op: 'update', id, data }
    })
    const { outcome, value } = await attemptUntilKnown(run, 'list of changes', () =>
      run.client().objects.change(board, { changes }, { idempotencyKey: `checkpoint-${number}` }),
    )
    run.ledger.settle(board, marks, outcome)
    if (value) ids = (value.results as { note?: { id: string } }[]).flatMap(({ note }) => note?.id ?? [])
  }
}
