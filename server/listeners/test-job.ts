// The job that sends a TEST_HOOK to a listener.

import { newObjectId } from '../ids.ts'
import type { NewJob } from '../jobs/job-store.ts'

/** Each test has an id of its own, which stays the same if the job is retried. */
export const testJob = (id: string, now: string): NewJob => ({
  name: 'test-listener',
  key: `listener:${id}`,
  payload: { listener_id: id, test_id: newObjectId(), requested_at: now },
})
