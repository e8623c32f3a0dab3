// Publishes a board repeatedly, sometimes unpublishes it, and exports it.

import type { Client } from '@tessera/client'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import type { RunState } from '../run-state.ts'
import { attemptUntilKnown, pause } from './attempt.ts'

const paceMs = 3_000
const formats = ['tessera', 'csv', 'svg', 'jsoncanvas'] as const

export async function publishAndExport(run: RunState, seed: number): Promise<void> {
  const random = seededRandom(seed)
  while (!run.isOver) {
    await pause(paceMs)
    if (random.below(4) === 0) await unpublish(run)
    else await publish(run)
    await exportBoard(run, random.pick(formats))
  }
}

export async function publish(run: RunState): Promise<void> {
  await request(run, 'published', (client, board) => client.workspaces.publish(board, {}))
}

async function unpublish(run: RunState): Promise<void> {
  await request(run, 'unpublished', (client, board) => client.workspaces.unpublish(board))
}

async function request(
  run: RunState,
  state: 'published' | 'unpublished',
  send: (client: Client, board: string) => Promise<unknown>,
): Promise<void> {
  const { outcome } = await attemptUntilKnown(
    run,
    state === 'published' ? 'publish' : 'unpublish',
    () => send(run.client(), run.boards[0] as string),
    // An unpublished workspace cannot be unpublished.
    { allowed: state === 'unpublished' ? [400] : [] },
  )
  run.publishState = outcome === 'acknowledged' ? state : null
}

export async function exportBoard(run: RunState, format: (typeof formats)[number]): Promise<void> {
  const board = run.boards[0] as string
  const idempotencyKey = `export-${run.nextExport()}`
  const create = () => run.client().exports.create(board, { format }, { idempotencyKey })
  // 429: too many are waiting already.
  const { value } = await attemptUntilKnown(run, 'export', create, { allowed: [429] })
  if (value) run.exports.add(value.export.id)
}
