// The job that sends a TEST_HOOK to a listener.

import type { NewJob } from '../../platform/jobs/index.ts'
import { newObjectId } from '../../tools/index.ts'

/** Each test has an id of its own, which stays the same if the job is retried. */
export const testJob = (id: string, now: string): NewJob => ({
  name: 'test-listener',
  key: `listener:${id}`,
  payload: { listener_id: id, test_id: newObjectId(), requested_at: now },
})
