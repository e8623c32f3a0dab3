// For operators: the job queue, its failed jobs, and the installation.

import { Type } from 'typebox'
import { caller, get, Message, post, remove } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { DeadJob, OneInstallation, QueueStats } from '../records/index.ts'

const Queue = Type.Object({ jobs: Type.Array(QueueStats, { description: 'By name of the jobs' }) })

export const jobs = {
  count: get('/jobs', {
    title: 'Get Queue Statistics',
    description:
      'Returns how many background jobs are waiting, running, done and failed, by name. Use it to see whether the service keeps up.',
    needs: caller('can_list_organizations'),
    reply: Queue,
    errors: 'A',
  }),
  listDead: get('/jobs/dead', {
    title: 'List Failed Jobs',
    description:
      'Lists the background jobs that failed permanently and wait for an operator, with the reason for the last failure.',
    needs: caller('can_list_organizations'),
    query: PageQuery,
    reply: paged('dead_jobs', DeadJob),
    errors: 'A',
  }),
  retry: post('/jobs/dead/:job_id/retry', {
    title: 'Retry a Failed Job',
    description: 'Puts a failed job back into the queue, for example after the cause was fixed.',
    needs: caller('can_edit_users'),
    reply: Message,
    errors: 'A',
  }),
  delete: remove('/jobs/dead/:job_id', {
    title: 'Delete a Failed Job',
    description: 'Deletes a failed job without running it again. Use it if the job is no longer needed.',
    needs: caller('can_edit_organizations'),
    reply: Message,
    errors: 'A',
  }),
}

export const installation = {
  get: get('/installation', {
    title: 'Get the Installation',
    description:
      'Returns versions, storage, delivery and object counts of the installation, for operators. The same figures are on the operator page.',
    needs: caller('can_list_organizations'),
    reply: OneInstallation,
    errors: 'A',
  }),
}
