// Waits until what was created with revoked tokens has ended: a job does it.

import { until } from './until.ts'
import type { World } from './world.ts'

export const creationsEnded = ({ dependencies }: Pick<World, 'dependencies'>): Promise<unknown> =>
  until(async () => {
    const jobs = dependencies.db.read.selectFrom('jobs').select('id').where('name', '=', 'end-creations')
    return (await jobs.where('state', '<>', 'done').execute()).length === 0
  })
