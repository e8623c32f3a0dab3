// The lane, the number of attempts and the retry delays of each job. A lane limits concurrency, so that many jobs of one
// kind do not block the others.

import type { JobName } from './job.ts'

export const lanes = {
  mail: 8,
  upkeep: 1,
  deadlines: 1,
  listeners: 16,
  publishing: 1,
  images: 3,
  documents: 2,
  fetches: 4,
  imports: 2,
  exports: 2,
  revocations: 2,
} as const
export type Lane = keyof typeof lanes

/**
 * In these lanes, the organization with the fewest running jobs comes next, and one place is always left for another
 * organization: a hostile file or a large board may block a place for minutes.
 */
export const fairLanes: readonly Lane[] = ['images', 'documents', 'fetches', 'imports', 'exports']

export interface Policy {
  readonly lane: Lane
  /** After this many failed attempts, the job counts as failed. */
  readonly maxAttempts: number
  readonly firstDelayMs: number
  readonly maxDelayMs: number
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** After so many attempts, a job whose server ended waits before the next one. */
export const maxImmediateRestarts = 10
export const interruptedDelayMs = 30 * second
/**
 * How many attempts a job that gives up early gets if the server ends each time. With the delay above that takes three
 * quarters of an hour: by then, any other cause of the server ending should be resolved.
 */
export const maxInterruptions = 100

/** Retries last a day and a half: a mail server may be down for a night. */
const mail: Policy = { lane: 'mail', maxAttempts: 17, firstDelayMs: 10 * second, maxDelayMs: 6 * hour }
const upkeep: Policy = { lane: 'upkeep', maxAttempts: 30, firstDelayMs: 5 * second, maxDelayMs: hour }
/** What has to happen in time must not wait for the upkeep of a large installation. */
const deadline: Policy = { ...upkeep, lane: 'deadlines' }
/** Any response of the receiver completes the job: only errors of the server are retried. */
const listeners: Policy = { lane: 'listeners', maxAttempts: 10, firstDelayMs: second, maxDelayMs: minute }
/** What a revoked token created must end at once, and in any case. */
const revocations: Policy = { lane: 'revocations', maxAttempts: 100, firstDelayMs: second, maxDelayMs: minute }
const processing = { maxAttempts: 5, firstDelayMs: 5 * second, maxDelayMs: 10 * minute }
/** The handler gives up after five attempts and then has to store and mail that. */
const publishing: Policy = { ...processing, lane: 'publishing', maxAttempts: 120 }

export const policies: Readonly<Record<JobName, Policy>> = {
  'send-invitation': mail,
  'send-workspace-invitation': mail,
  'send-mention': mail,
  'request-password-link': mail,
  'send-password-link': mail,
  'send-password-changed': mail,
  'send-identity-linked': mail,
  'send-email-confirmation': mail,
  'send-email-requested': mail,
  'send-email-changed': mail,
  'send-second-factor-changed': mail,
  'send-new-device': mail,
  'send-approval-request': mail,
  'send-published': mail,
  'send-publishing-failed': mail,
  'send-unpublishing-failed': mail,
  'publish-workspace': publishing,
  'unpublish-workspace': publishing,
  // The handler decides when to give up: few attempts for an unreadable file, many while storage is unavailable.
  'process-image': { ...processing, maxAttempts: 100, lane: 'images' },
  'process-document': { ...processing, maxAttempts: 100, lane: 'documents' },
  // The handler gives up earlier, at the latest when the other job ends it.
  'fetch-import': { ...processing, maxAttempts: 120, lane: 'fetches' },
  'end-import-fetch': deadline,
  // The handler gives up earlier, and then has to remove what it has put on the board.
  'import-file': { ...processing, maxAttempts: 120, lane: 'imports' },
  // The handler gives up after a few attempts and then has to store that.
  'export-workspace': { ...processing, maxAttempts: 120, lane: 'exports' },
  'erase-workspace': upkeep,
  'erase-abandoned-copy': upkeep,
  'make-checkpoints': upkeep,
  'route-connectors': upkeep,
  'sweep-files': upkeep,
  'remove-erased-files': upkeep,
  'purge-workspace': upkeep,
  'test-listener': listeners,
  'redeliver-event': listeners,
  'send-listener-suspended': mail,
  'send-credentials-created': mail,
  'end-creations': revocations,
}

/** How many jobs of one organization may run in a lane. */
export const maxPerOrganization = (lane: Lane): number => (fairLanes.includes(lane) ? lanes[lane] - 1 : lanes[lane])

/** Returns the exponential backoff after the given failed attempt, reduced at random by up to half. */
export function retryDelay(attempt: number, { firstDelayMs, maxDelayMs }: Policy, random = Math.random()): number {
  const longest = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.round(longest * (1 - random / 2))
}
