// The one way to ask for work after a commit.

export { enqueueJobs, type NewJob } from './job-store.ts'
