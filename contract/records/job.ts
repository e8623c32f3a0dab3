// The job queue, for operators: statistics by job name, and failed jobs.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'

export const QueueStats = Type.Object(
  {
    name: Type.String(),
    waiting: Type.Integer({ description: 'Jobs to run, including those that wait for another job with the same key' }),
    retrying: Type.Integer({ description: 'Waiting jobs that have failed before' }),
    scheduled: Type.Integer({ description: 'Enqueued for later and not due yet' }),
    running: Type.Integer(),
    done: Type.Integer({ description: 'Finished in the last 24 hours' }),
    dead: Type.Integer({ description: 'Failed for good, until an operator retries or deletes them' }),
    oldest_at: orNull(timestamp()),
  },
  { named: 'QueueStats' },
)

export const DeadJob = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    key: Type.String({ description: 'Jobs with the same key run one after the other' }),
    about: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    attempts: Type.Integer(),
    reason: Type.String({ description: 'Why the last attempt failed' }),
    created_at: timestamp(),
    died_at: timestamp(),
  },
  { named: 'DeadJob' },
)
