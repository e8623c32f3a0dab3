// The queue of background jobs.

export { type Clock, isoTime, systemClock } from './clock.ts'
export { countByName, deleteFailedJob, type FailedJobRow, listFailedJobs, retryFailedJob } from './failed-job-store.ts'
export {
  type CredentialPart,
  type GrantKey,
  type Job,
  type JobHandler,
  type JobHandlers,
  type JobName,
  type JobPayloads,
  PermanentFailure,
  type PublishingFailureReason,
  RetryLater,
  type SecondFactorChange,
} from './job.ts'
export { jobMetrics } from './job-metrics.ts'
export { lanes, maxInterruptions } from './job-policies.ts'
export { enqueueJobs, listOpenPayloads, type NewJob, removeWaitingJobs } from './job-store.ts'
export { LeaseRenewal, leaseMs } from './lease-renewal.ts'
export { openWorker, type Worker } from './worker.ts'
