// More users for a world: members of Ann's organization and invited users, and the jobs and events of a workspace.

import type { Database } from '../platform/sql/database.ts'
import { joinOrganization } from './people.ts'
import type { Person, World } from './world.ts'

export const guest = 4

/** A new member of Ann's organization, with the role User by default. */
export async function member(world: World, name: string, organization_role_id = 3): Promise<Person> {
  const person = await world.person(name)
  await joinOrganization(world.dependencies, world.organization, person.id, organization_role_id)
  return person
}

/** The email of a user who was invited to Ann's organization and has not accepted. */
export async function pendingMember({ ann, organization, board }: World, name: string): Promise<string> {
  const email = `${name.toLowerCase()}.${board.toLowerCase()}@example.com`
  await ann.organizations.addMember(organization, { email })
  return email
}

/** Accepts an invitation without mail and page. */
export const accept = ({ dependencies }: World, email: string): Promise<unknown> =>
  dependencies.db.write(tx =>
    tx
      .updateTable('organization_users')
      .set({ invited_state: 'ACCEPTED' })
      .where('user_id', 'in', tx.selectFrom('users').select('id').where('email_key', '=', email))
      .execute(),
  )

interface Job {
  readonly name: string
  readonly key: string
  readonly payload: Record<string, unknown>
}

/** The jobs of a workspace, oldest first. */
export async function jobsFor({ dependencies }: World, uid: string): Promise<Job[]> {
  const id = await workspaceIdOf(dependencies.db, uid)
  const rows = await dependencies.db.read.selectFrom('jobs').select(['name', 'key', 'payload']).orderBy('id').execute()
  return rows
    .map(({ name, key, payload }) => ({ name, key, payload: JSON.parse(payload) }))
    .filter(job => job.payload.workspace_id === id)
}

export async function workspaceIdOf({ read }: Database, uid: string): Promise<number> {
  const { id } = await read.selectFrom('workspaces').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  return id
}

/** Reads the log of a workspace from the database, even of a deleted workspace. */
export async function logOf({ dependencies }: World, uid: string) {
  const rows = await dependencies.db.read
    .selectFrom('events as e')
    .innerJoin('workspaces as w', 'w.id', 'e.workspace_id')
    .select(['e.seq', 'e.type', 'e.actor_id', 'e.data', 'w.seq as last'])
    .where('w.uid', '=', uid)
    .orderBy('e.seq')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }))
}

export const typesIn = async (world: World, uid: string): Promise<string[]> =>
  (await logOf(world, uid)).map(({ type }) => type)
