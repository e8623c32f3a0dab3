// Reads the queued mail jobs of a user, for tests that do not send them.

import type { World } from './world.ts'

export async function listQueuedMails(
  { dependencies }: World,
  user_id: number,
): Promise<{ name: string; payload: object }[]> {
  const rows = await dependencies.db.read
    .selectFrom('jobs')
    .select(['name', 'payload'])
    .where('key', '=', `mail:${user_id}`)
    .orderBy('id')
    .execute()
  return rows.map(({ name, payload }) => ({ name, payload: JSON.parse(payload) }))
}
