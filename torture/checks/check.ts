// What a check at the end of a run gets and returns.

import type { LiveWriter } from '../load/live-writer.ts'
import type { WebhookReceiver } from '../load/webhook-receiver.ts'
import type { RunState } from '../run-state.ts'
import type { Stack } from '../stack/stack.ts'
import type { BoardLog } from './board-log.ts'

export interface CheckedRun {
  readonly run: RunState
  readonly stack: Stack
  readonly logs: readonly BoardLog[]
  readonly liveWriters: readonly LiveWriter[]
  readonly webhooks: WebhookReceiver
}

/** Adds what is wrong to the violations and returns how much was checked, in words. */
export type Check = (checked: CheckedRun) => Promise<string>

/** Everything that was begun has to be finished within this time after the last fault. */
const quietMs = 120_000

/** Polls until `read` finds nothing pending any more. Returns what is still pending at the end. */
export async function waitUntilSettled(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const deadline = performance.now() + quietMs
  for (;;) {
    const pending = await read()
    if (pending.length === 0 || performance.now() > deadline) return pending
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}
