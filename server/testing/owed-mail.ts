// The mails that wait to be sent to a person: sending them is nobody's business in most tests.

import type { World } from './world.ts'

export async function mailsOwedTo({ parts }: World, user_id: number): Promise<{ name: string; payload: object }[]> {
  const rows = await parts.db.read
    .selectFrom('jobs')
    .select(['name', 'payload'])
    .where('key', '=', `mail:${user_id}`)
    .orderBy('id')
    .execute()
  return rows.map(({ name, payload }) => ({ name, payload: JSON.parse(payload) }))
}
