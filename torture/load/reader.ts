// Readers: pages of objects, the log, and the workspace. The state that they see never goes back in time.

import { seededRandom } from '../../server/testing/seeded-random.ts'
import type { RunState } from '../run-state.ts'
import { attempt, pause } from './attempt.ts'

const paceMs = 60

export async function readBoards(run: RunState, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const client = run.client({ person: 1 })
  const seen = new Map<string, number>()
  while (!run.isOver) {
    await pause(paceMs)
    const board = random.pick(run.boards)
    const after = seen.get(board) ?? 0
    if (random.below(2) === 0) {
      await attempt(run, 'read', () => client.workspaces.get(board))
      const { value } = await attempt(run, 'list objects', () => client.objects.list(board, { limit: 50 }))
      if (value && value.seq < after) run.violations.add('reads', `a list is as of ${value.seq}, and ${after} was read`)
      if (value) seen.set(board, value.seq)
    } else {
      const { value } = await attempt(run, 'list events', () => client.events.list(board, { after, limit: 100 }))
      for (const [index, { seq }] of value?.events.entries() ?? [])
        if (seq !== after + index + 1) run.violations.add('reads', `${seq} is not the event after ${after + index}`)
      seen.set(board, value?.events.at(-1)?.seq ?? after)
    }
  }
}
