// For those who run the service: the queue of work after a commit, what was given up in it, and the installation itself.

import { Type } from 'typebox'
import { caller, get, Message, post, remove } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { DeadJob, OneInstallation, QueueFigures } from '../records/index.ts'

const Queue = Type.Object({ jobs: Type.Array(QueueFigures) })

// biome-ignore format: a table
export const jobs = {
  count:    get('/jobs',                      { title: 'Get the Figures of the Queue', needs: caller('can_list_organizations'), reply: Queue, errors: 'A' }),
  listDead: get('/jobs/dead',                 { title: 'List Dead Letters',            needs: caller('can_list_organizations'), query: PageQuery, reply: paged('dead_jobs', DeadJob), errors: 'A' }),
  retry:    post('/jobs/dead/:job_id/retry',  { title: 'Retry a Dead Letter',          needs: caller('can_edit_users'),         reply: Message, errors: 'A' }),
  delete:   remove('/jobs/dead/:job_id',      { title: 'Remove a Dead Letter',         needs: caller('can_edit_organizations'), reply: Message, errors: 'A' }),
}

// biome-ignore format: a table
export const installation = {
  get: get('/installation', { title: 'Get the Facts of the Installation', needs: caller('can_list_organizations'), reply: OneInstallation, errors: 'A' }),
}
