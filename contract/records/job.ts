// The job queue, for operators: statistics by job name, and failed jobs.

import { Type } from 'typebox'
import { orNull, text, timestamp, whole } from '../values.ts'

export const QueueStats = Type.Object(
  {
    name: text('Name of the jobs, such as `publish-workspace`'),
    waiting: whole('Jobs to run, including those that wait for another job with the same key'),
    retrying: whole('Waiting jobs that have failed before'),
    scheduled: whole('Jobs that are scheduled for later'),
    running: whole('Jobs that are running'),
    done: whole('Jobs that finished in the last 24 hours'),
    dead: whole('Jobs that failed permanently, until an operator retries or deletes them'),
    oldest_at: orNull(
      timestamp({ description: 'When the oldest waiting job started to wait; null if none is waiting' }),
    ),
  },
  { named: 'QueueStats', description: 'Number of background jobs with one name, by state' },
)

const JobFact = Type.Object({ name: text('What it is'), value: text('Its value') })

export const DeadJob = Type.Object(
  {
    id: whole('Identifies the job'),
    name: text('Name of the job'),
    key: text('Jobs with the same key run one after the other'),
    about: Type.Array(JobFact, { description: 'The subject of the job, such as the workspace' }),
    attempts: whole('Number of attempts so far'),
    reason: text('Why the last attempt failed'),
    created_at: timestamp({ description: 'When it was enqueued' }),
    died_at: timestamp({ description: 'When it failed permanently' }),
  },
  { named: 'DeadJob', description: 'A background job that failed permanently' },
)
