// How each job is treated: which lane it shares with others, and how often and when it is tried again. Lanes keep a flood
// of one sort from taking the place of another.

import type { JobName } from './job-store.ts'

export const lanes = { mail: 8, upkeep: 1, listeners: 16, publishing: 1, images: 2, documents: 2 } as const
export type Lane = keyof typeof lanes

export interface Policy {
  readonly lane: Lane
  /** How often it is begun at most; after that it is among the dead letters. */
  readonly tries: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** A day and a half: a mail server may be down for a night. */
const mail: Policy = { lane: 'mail', tries: 17, firstDelayMs: 10 * second, longestDelayMs: 6 * hour }
const upkeep: Policy = { lane: 'upkeep', tries: 30, firstDelayMs: 5 * second, longestDelayMs: hour }
/** What a receiver answers ends such a job, whatever it is: only a fault of ours is tried again. */
const listeners: Policy = { lane: 'listeners', tries: 10, firstDelayMs: second, longestDelayMs: minute }
const processing = { tries: 5, firstDelayMs: 5 * second, longestDelayMs: 10 * minute }
/** It gives up by itself after five, and then has still to say so. */
const publishing: Policy = { ...processing, lane: 'publishing', tries: 20 }

export const policies: Readonly<Record<JobName, Policy>> = {
  'send-invitation': mail,
  'send-workspace-invitation': mail,
  'send-mention': mail,
  'send-password-link': mail,
  'send-password-changed': mail,
  'send-email-changed': mail,
  'send-approval-request': mail,
  'send-published': mail,
  'send-publishing-failed': mail,
  'send-unpublishing-failed': mail,
  'publish-workspace': publishing,
  'unpublish-workspace': publishing,
  // They know themselves when to give up: a file that is to blame has few tries, a storage that is away many.
  'process-image': { ...processing, tries: 100, lane: 'images' },
  'process-document': { ...processing, tries: 100, lane: 'documents' },
  'erase-workspace': upkeep,
  'sweep-files': upkeep,
  'purge-workspace': upkeep,
  'test-listener': listeners,
  'redeliver-event': listeners,
  'send-listener-suspended': mail,
}

/** How long to wait after the attempt that failed: twice as long each time, less up to a half by chance. */
export function delayAfter(attempt: number, { firstDelayMs, longestDelayMs }: Policy, chance = Math.random()): number {
  const whole = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.round(whole * (1 - chance / 2))
}
