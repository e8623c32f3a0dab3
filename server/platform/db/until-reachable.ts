// Opens something that needs the database, and waits while PostgreSQL cannot be reached: it may start later than this
// server, or be restarting. Errors that a person has to correct, such as a wrong password, are thrown at once.

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnavailable, sqlState } from './unavailable.ts'

const [firstDelayMs, maxDelayMs] = [100, 2_000]
const remindMs = 30_000

interface WaitOptions {
  readonly log: Logger
  /** Called after each attempt that failed. */
  readonly onWaiting: () => void
}

export async function untilReachable<T>(open: () => Promise<T>, { log, onWaiting }: WaitOptions): Promise<T> {
  let loggedAt = Number.NEGATIVE_INFINITY
  for (let attempts = 0; ; attempts++) {
    try {
      return await open()
    } catch (error) {
      if (!isTemporary(error)) throw error
      onWaiting()
      if (performance.now() - loggedAt >= remindMs) {
        loggedAt = performance.now()
        log.warn(`waiting for the database, retrying every ${maxDelayMs / 1_000} s: ${(error as Error).message}`)
      }
      await delay(Math.min(firstDelayMs * 2 ** attempts, maxDelayMs))
    }
  }
}

/** Whether another attempt may succeed without a change of the settings. */
export function isTemporary(error: unknown): boolean {
  if (!isUnavailable(error)) return false
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isWrongSetting(cause)) return false
  return true
}

// Class 28: the user or password is wrong; 3D: there is no such database. The rest are TLS errors; pg has no code for the last.
const isWrongSetting = (error: Error & { code?: unknown }) =>
  /^(28|3D)/.test(sqlState(error) ?? '') ||
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(String(error.code ?? '')) ||
  error.message.includes('does not support SSL')
