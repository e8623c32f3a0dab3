// The queue of work after a commit as an operator sees it: the figures of each name, and what was given up.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'

export const QueueStats = Type.Object({
  name: Type.String(),
  waiting: Type.Integer({ description: 'To be done, those behind another of their key included' }),
  retrying: Type.Integer({ description: 'Of those waiting, the ones that failed before' }),
  scheduled: Type.Integer({ description: 'Enqueued for later, and not due yet' }),
  running: Type.Integer(),
  done: Type.Integer({ description: 'In the last 24 hours' }),
  dead: Type.Integer({ description: 'Given up, until somebody looks' }),
  oldest_at: orNull(timestamp()),
})

export const DeadJob = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  key: Type.String({ description: 'Jobs of one key are done one after the other' }),
  about: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  attempts: Type.Integer(),
  reason: Type.String({ description: 'Why the last attempt failed' }),
  created_at: timestamp(),
  died_at: timestamp(),
})
