// User accounts: found by email, created, updated and locked. The HTTP handlers are in users/.

import { badField } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'
import { isUniqueViolation } from '../../platform/db/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { revokeGrantsOfUser } from '../grants/index.ts'
import { voidEmailLinks } from '../mailed-links/index.ts'
import { type AccountUse, recordDetailsAudit } from './audit-account.ts'
import { emailKey } from './email-key.ts'
import { findUserByKey, insertUser, type UserRow, updateUser } from './user-store.ts'

export const findUserByEmail = (db: Reader, email: string) => findUserByKey(db, emailKey(email))

export interface NewUser {
  readonly email: string
  readonly first_name?: string
  readonly last_name?: string
  readonly password_hash?: string
  readonly application_role_id?: number
  readonly type?: UserRow['type']
}

/** Returns the id of the new user, or null if the email is taken. */
export const createUser = (tx: Tx, user: NewUser, now: string): Promise<number | null> =>
  insertUser(tx, {
    email: user.email,
    email_key: emailKey(user.email),
    password_hash: user.password_hash ?? null,
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    title: null,
    industry: '',
    phone_number: '',
    locked_at: null,
    avatar_hash: null,
    last_login_at: null,
    type: user.type ?? 'person',
    ...(user.application_role_id === undefined ? {} : { application_role_id: user.application_role_id }),
    created_at: now,
    updated_at: now,
  })

export interface UserChanges {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly phone_number?: string | undefined
  readonly email?: string | undefined
  readonly password_hash?: string | undefined
  readonly application_role_id?: number | undefined
  readonly notify_on_new_message?: number | undefined
  readonly language?: Language | null | undefined
}

/**
 * Fields that are undefined are not changed. Throws BadRequest if the email belongs to another user. A new password
 * cancels a pending change of the email: the person who requested it may be the reason for the new password.
 */
export async function updateUserDetails(tx: Tx, id: number, changes: UserChanges, now: string): Promise<void> {
  const columns = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(columns).length === 0) return
  if (changes.password_hash !== undefined) await cancelEmailChange(tx, id, now)
  const key = changes.email === undefined ? {} : { email_key: emailKey(changes.email) }
  try {
    await updateUser(tx, id, { ...columns, ...key, updated_at: now })
  } catch (error) {
    throw isUniqueViolation(error) ? badField('email', 'belongs to another user') : error
  }
}

/** The mailed confirmation links become void. */
export async function cancelEmailChange(tx: Tx, id: number, now: string): Promise<void> {
  await updateUser(tx, id, { pending_email: null, updated_at: now })
  await voidEmailLinks(tx, id)
}

/** Locking a locked user keeps the first time. Locking revokes every grant and cancels a pending change of the email. */
export async function setUserLocked(
  tx: Tx,
  user: AccountUse & Pick<UserRow, 'locked_at'>,
  isLocked: boolean,
  { actor_id, now }: { actor_id: number | null; now: string },
): Promise<void> {
  await updateUser(tx, user.id, { locked_at: isLocked ? (user.locked_at ?? now) : null, updated_at: now })
  if ((user.locked_at !== null) === isLocked) return
  if (isLocked) {
    await revokeGrantsOfUser(tx, user.id, now)
    await cancelEmailChange(tx, user.id, now)
  }
  await recordDetailsAudit(tx, user, { action: isLocked ? 'USER_LOCKED' : 'USER_UNLOCKED', actor_id, now })
}
