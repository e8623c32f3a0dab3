// The data of a mail, read when it is sent. Nothing is found if the reason for the mail is gone.

import { can, organizationRoles } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'
import type { Reader } from '../../platform/sql/index.ts'
import type { PersonName } from './mail.ts'

const named = ['email', 'first_name', 'last_name'] as const

export interface Recipient extends PersonName {
  id: number
  email_key: string
  language: Language | null
}

/** Locked and archived users get no mail, and neither do bots. */
export const findRecipient = (db: Reader, id: number): Promise<Recipient | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'email_key', 'language', ...named])
    .where('id', '=', id)
    .where('locked_at', 'is', null)
    .where('archived', '=', 0)
    .where('type', '=', 'person')
    .executeTakeFirst()

/** Null if the user does not exist or is locked. */
export const findPendingEmail = async (db: Reader, id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('users')
      .select('pending_email')
      .where('id', '=', id)
      .where('locked_at', 'is', null)
      .executeTakeFirst()
  )?.pending_email ?? null

/** Null if the user has never signed in. */
export const findLanguage = async (db: Reader, id: number): Promise<Language | null> =>
  (await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst())?.language ?? null

export const findPersonName = async (db: Reader, id: number): Promise<PersonName | null> =>
  (await db.selectFrom('users').select(named).where('id', '=', id).executeTakeFirst()) ?? null

interface MemberOf {
  readonly user_id: number
  readonly organization_id: number
}

/** Returns the member only while they are invited and have not accepted. */
export const findPendingInvitation = (db: Reader, { user_id, organization_id }: MemberOf) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.id', 'ou.organization_id')
    .innerJoin('users as u', 'u.id', 'ou.user_id')
    .select(['o.name as organization', 'u.password_hash'])
    .where('ou.user_id', '=', user_id)
    .where('ou.organization_id', '=', organization_id)
    .where('ou.invited_state', '=', 'PENDING_INVITE')
    .where('ou.awaits_approval', '=', 0)
    .executeTakeFirst()

/** Returns the user only while they have a role in the workspace and are an accepted member. */
export const findWorkspaceMembership = (
  db: Reader,
  { user_id, workspace_id }: { user_id: number; workspace_id: number },
) =>
  db
    .selectFrom('workspace_users as wu')
    .innerJoin('workspaces as w', 'w.id', 'wu.workspace_id')
    .innerJoin('organizations as o', 'o.id', 'w.organization_id')
    .innerJoin('organization_users as ou', join =>
      join.onRef('ou.organization_id', '=', 'o.id').onRef('ou.user_id', '=', 'wu.user_id'),
    )
    .select(['w.name as workspace', 'w.uid', 'o.name as organization'])
    .where('wu.user_id', '=', user_id)
    .where('w.id', '=', workspace_id)
    .where('w.deleted_at', 'is', null)
    .where('ou.invited_state', '=', 'ACCEPTED')
    .executeTakeFirst()

/** Returns the comment only while it and its workspace exist. */
export const findComment = (db: Reader, { workspace_id, comment_id }: { workspace_id: number; comment_id: string }) =>
  db
    .selectFrom('comments as c')
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.text', 'w.name as workspace', 'w.uid', 'u.email', 'u.first_name', 'u.last_name'])
    .where('c.workspace_id', '=', workspace_id)
    .where('c.id', '=', comment_id)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

export const findPublishState = (db: Reader, workspace_id: number) =>
  db
    .selectFrom('workspaces')
    .select(['uid', 'name', 'publish_state'])
    .where('id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const approvers = organizationRoles.all.filter(role => can(role, 'can_approve_guest_invite')).map(role => role.id)

export const listApprovers = (db: Reader, organization_id: number): Promise<{ user_id: number; email_key: string }[]> =>
  db
    .selectFrom('organization_users')
    .innerJoin('users', 'users.id', 'organization_users.user_id')
    .select(['user_id', 'email_key'])
    .where('organization_id', '=', organization_id)
    .where('invited_state', '=', 'ACCEPTED')
    .where('organization_role_id', 'in', approvers)
    .orderBy('user_id')
    .execute()

/** Returns the guest only while they await approval and the recipient can approve. */
export const findGuestAwaitingApproval = (
  db: Reader,
  { user_id, organization_id, recipient_id }: MemberOf & Approver,
) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.id', 'ou.organization_id')
    .innerJoin('organization_users as approver', 'approver.organization_id', 'o.id')
    .innerJoin('users as u', 'u.id', 'ou.user_id')
    .select(['o.name as organization', 'u.email', 'u.first_name', 'u.last_name'])
    .where('ou.user_id', '=', user_id)
    .where('ou.organization_id', '=', organization_id)
    .where('ou.awaits_approval', '=', 1)
    .where('approver.user_id', '=', recipient_id)
    .where('approver.invited_state', '=', 'ACCEPTED')
    .where('approver.organization_role_id', 'in', approvers)
    .executeTakeFirst()

interface Approver {
  readonly recipient_id: number
}

/** Returns the listener only while it is suspended, with its last delivery error. */
export async function findSuspendedListener(db: Reader, id: string) {
  const found = (await findSuspendedOfWorkspace(db, id)) ?? (await findSuspendedOfOrganization(db, id))
  if (!found) return null
  const last = await db
    .selectFrom('deliveries')
    .select('error')
    .where('listener_id', '=', id)
    .where('cause', '=', 'event')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...found, reason: last?.error ?? 'No response was received' }
}

const findSuspendedOfWorkspace = (db: Reader, id: string) =>
  db
    .selectFrom('listeners as l')
    .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
    .select(['l.url', 'w.name as workspace'])
    .where('l.id', '=', id)
    .where('l.status', '=', 'SUSPENDED')
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

const findSuspendedOfOrganization = (db: Reader, id: string) =>
  db
    .selectFrom('organization_listeners as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .select(['l.url', 'o.name as organization'])
    .where('l.id', '=', id)
    .where('l.status', '=', 'SUSPENDED')
    .executeTakeFirst()
