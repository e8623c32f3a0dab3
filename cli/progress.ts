// The progress of an export or import on standard error: in place on a terminal, otherwise a line for each new value.

import { setTimeout as wait } from 'node:timers/promises'
import type { CommandContext } from './command.ts'

interface Transfer {
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly progress: number
}

const firstPauseMs = 200
const maxPauseMs = 2_000

/** Polls until it is done or failed. */
export async function waitForTransfer<T extends Transfer>(
  { stderr, signal }: CommandContext,
  started: T,
  get: () => Promise<T>,
): Promise<T> {
  let current = started
  let shown = -1
  for (let pauseMs = firstPauseMs; current.state === 'waiting' || current.state === 'running'; ) {
    if (current.progress > shown) stderr.write(stderr.isTTY ? `\r${current.progress} %` : `${current.progress} %\n`)
    shown = Math.max(shown, current.progress)
    await wait(pauseMs, undefined, { signal })
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
    current = await get()
  }
  if (stderr.isTTY && shown >= 0) stderr.write('\r\u001b[K')
  return current
}
