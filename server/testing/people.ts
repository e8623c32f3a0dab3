// Inserts users and organizations for tests directly into the database; invitations are tested through the API.

import { randomBytes } from 'node:crypto'
import { createUser } from '../accounts/identity/user-accounts.ts'
import { startSession } from '../accounts/sessions/browser-sessions.ts'
import { createPersonalToken } from '../accounts/tokens/personal-token.ts'
import type { Dependencies } from '../dependencies.ts'
import { hashSecret } from '../tools/index.ts'

let counter = 0

export async function newPerson(
  { db, tokens }: Dependencies,
  name: string,
  more: { application_role_id?: number } = {},
) {
  counter += 1
  const email = `${name.toLowerCase()}.${counter}.${randomBytes(4).toString('hex')}@example.com`
  const now = new Date().toISOString()
  const person = await db.write(async tx => {
    const id = await createUser(tx, { email, first_name: name, last_name: 'Tester', ...more }, now)
    if (id === null) throw new Error(`the address ${email} is taken`)
    return { id, email }
  })
  return { ...person, token: await newToken({ db, tokens }, person.id) }
}

/** The token of a page whose user has just signed in. */
export async function newToken({ db, tokens }: Pick<Dependencies, 'db' | 'tokens'>, user_id: number): Promise<string> {
  const { grant_id } = await db.read
    .selectFrom('sessions')
    .select('grant_id')
    .where('id', '=', hashSecret(await signIn({ db }, user_id)))
    .executeTakeFirstOrThrow()
  return await tokens.issueAccessToken({ user_id, grant_id, client_id: null })
}

/** Ends every session of a person, also that of `newToken`. */
export async function endSessions({ db }: Pick<Dependencies, 'db'>, user_id: number): Promise<void> {
  await db.write(tx => tx.deleteFrom('sessions').where('user_id', '=', user_id).execute())
}

export async function newPersonalToken({ db }: Pick<Dependencies, 'db'>, user_id: number): Promise<string> {
  const grant = { user_id, name: 'script', now: new Date().toISOString(), lifeSeconds: 3_600, workspace_id: null }
  const { access_token } = await db.write(tx => createPersonalToken(tx, grant))
  return access_token
}

export async function newOrganization({ db }: Dependencies, owner_id: number, name = 'Mosaic'): Promise<number> {
  const now = new Date().toISOString()
  return await db.write(async tx => {
    const { id } = await tx
      .insertInto('organizations')
      .values({
        name,
        account_id: 1,
        plan_id: 1,
        plan_name: 'Self-hosted',
        metadata: '[]',
        is_guest_invite_requires_approval: 0,
        locked_at: null,
        expiration: null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = {
      organization_id: id,
      user_id: owner_id,
      organization_role_id: 1,
      invited_state: 'ACCEPTED',
      awaits_approval: 0,
    }
    await tx
      .insertInto('organization_users')
      .values({ ...member, created_at: now, updated_at: now })
      .execute()
    return id
  })
}

/** Queues no invitation mails, because few tests need them. */
export async function joinWorkspace(
  { db }: Dependencies,
  workspace_id: number,
  users: readonly { readonly user_id: number; readonly workspace_role_id: number }[],
): Promise<void> {
  const now = new Date().toISOString()
  const rows = users.map(user => ({ ...user, workspace_id, created_at: now, updated_at: now }))
  await db.write(tx => tx.insertInto('workspace_users').values(rows).execute())
}

export async function joinOrganization(
  { db }: Dependencies,
  organization_id: number,
  user_id: number,
  organization_role_id: number,
): Promise<void> {
  const now = new Date().toISOString()
  const member = { organization_id, user_id, organization_role_id, invited_state: 'ACCEPTED', awaits_approval: 0 }
  await db.write(tx =>
    tx
      .insertInto('organization_users')
      .values({ ...member, created_at: now, updated_at: now })
      .execute(),
  )
}

/** Inserts a grant, as if the user had pressed Allow. */
export async function grantTo(
  { db }: Dependencies,
  user_id: number,
  client_id: string,
  scope?: string,
): Promise<string> {
  const id = randomBytes(12).toString('hex')
  const created_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const grant = { id, user_id, client_id, kind: 'oauth' as const, name: '', created_at, expires_at, revoked_at: null }
  await db.write(tx =>
    tx
      .insertInto('grants')
      .values({ ...grant, ...(scope === undefined ? {} : { scope }) })
      .execute(),
  )
  return id
}

/** Whitelists an application, as if an Admin of the organization had allowed it. */
export async function whitelist({ db }: Dependencies, organization_id: number, client_id: string, user_id: number) {
  const row = { organization_id, client_id, user_id, created_at: new Date().toISOString() }
  await db.write(tx => tx.insertInto('whitelistings').values(row).execute())
}

/** Creates a session and returns the value of its cookie. */
export const signIn = ({ db }: Pick<Dependencies, 'db'>, user_id: number, userAgent = 'A browser'): Promise<string> =>
  db.write(tx => startSession(tx, { user_id, address: '127.0.0.1', userAgent, now: new Date().toISOString() }))
