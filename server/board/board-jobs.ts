// The background jobs of boards.

import type { JobHandlers } from '../platform/jobs/index.ts'
import { routeLater } from './changes/route-later.ts'
import { makeCheckpoints } from './events/make-checkpoints.ts'
import { type ListenerJobDependencies, listenerJobs } from './listeners/listener-jobs.ts'

type BoardJobs = Pick<JobHandlers, 'test-listener' | 'redeliver-event' | 'make-checkpoints' | 'route-connectors'>

export const boardJobs = (dependencies: ListenerJobDependencies): BoardJobs => ({
  ...listenerJobs(dependencies),
  'make-checkpoints': ({ payload }, signal) => makeCheckpoints(dependencies.db, payload.workspace_id, { signal }),
  'route-connectors': ({ payload }, signal) => routeLater(dependencies.db, payload, signal),
})
