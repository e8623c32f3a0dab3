// What a job is to those who carry it out. How it gets there is the worker's business.

import type { JobName, JobPayloads } from './job-store.ts'

export type { JobName, PublishingFault } from './job-store.ts'

export interface Job<Name extends JobName = JobName> {
  readonly id: number
  readonly name: Name
  readonly key: string
  readonly payload: JobPayloads[Name]
  /** 1 for the first. */
  readonly attempt: number
  readonly created_at: string
}

/**
 * Carries a job out, once or more: a process that dies after the deed and before the note of it leaves the job to another.
 * What it throws leads to another try, but for GiveUp. The signal comes when somebody else has taken the job over or
 * the server must end.
 */
export type JobHandler<Name extends JobName> = (job: Job<Name>, signal: AbortSignal) => Promise<void>

export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> }

/** Trying again would not help: the job goes to the dead letters with these words. */
export class PermanentFailure extends Error {
  override name = 'GiveUp'
}

/** There is nothing wrong, but something must happen first: the job is looked at again then, and no try is counted. */
export class RetryLater extends Error {
  override name = 'NotYet'
  readonly delayMs: number

  constructor(message: string, delayMs: number) {
    super(message)
    this.delayMs = delayMs
  }
}
