// Updating a user. Hashing a password takes a tenth of a second, so it is done before the transaction begins; the
// transaction then checks that the stored hash has not changed.

import { applicationRoles, badField, can, holdsAll, type Operations, operations, Problem } from '@tessera/contract'
import { type Caller, forbidden, load, type UserAccess } from '../../accounts/access/index.ts'
import { changesBetween } from '../../accounts/audit/index.ts'
import { revokeOtherGrants } from '../../accounts/grants/index.ts'
import type { ChangeCall } from '../../accounts/handler.ts'
import {
  emailKey,
  lockUser,
  recordDetailsAudit,
  type UserRow,
  updateUserDetails,
} from '../../accounts/identity/index.ts'
import { enqueuePasswordChanged } from '../../accounts/mail/index.ts'
import { voidPasswordLinks } from '../../accounts/mailed-links/index.ts'
import { hashPassword, isCommonPassword, isOwnPassword } from '../../accounts/passwords/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { requestEmailChange } from '../organizations/change-email.ts'

type UpdateCall = ChangeCall<Operations['users']['update']>
type Access = UserAccess & { caller: Caller }

export async function updateUser(db: Database, call: UpdateCall): Promise<void> {
  const { user, isSelf } = (await call.checkAccess()) as Access
  const password = await readPassword(db, user, isSelf, call)
  await db.write(tx => applyUpdate(tx, call, password))
}

/** The hash that the current password was checked against, and the hash of the new one. */
interface NewPassword {
  readonly before: string | null
  readonly after: string
}

async function readPassword(
  db: Database,
  user: UserRow,
  isSelf: boolean,
  { body, address }: UpdateCall,
): Promise<NewPassword | null> {
  const { new_password, current_password } = body
  if (new_password === undefined && current_password === undefined) return null
  if (!isSelf) throw new Problem('ForbiddenError', "You cannot set another user's password")
  if (current_password === undefined) throw badField('current_password', 'is required with a new password')
  if (new_password === undefined) throw badField('new_password', 'is required with the current password')
  if ([user.email_key, emailKey(body.email ?? '')].includes(emailKey(new_password)))
    throw badField('new_password', 'must not be the email address')
  if (isCommonPassword(new_password)) throw badField('new_password', 'is one of the most common passwords')
  if (!(await isOwnPassword(db, user, current_password, address))) throw wrongPassword()
  return { before: user.password_hash, after: await hashPassword(new_password, 'account') }
}

const wrongPassword = () => badField('current_password', 'is not the current password')

async function applyUpdate(tx: Tx, call: UpdateCall, password: NewPassword | null): Promise<void> {
  const { body, claim, limits } = call
  const now = new Date().toISOString()
  // Concurrent password changes run one by one: the second finds that its current password is no longer correct.
  if (password) await lockUser(tx, claim.user_id)
  const access = (await load(tx, claim, operations.users.update, call.params as never, body)) as Access
  requireRights(access, body)
  if (password && password.before !== access.user.password_hash) throw wrongPassword()
  const { application_role_id, first_name, last_name, email } = body
  const { notify_on_new_message: notify, language } = body.user_preference ?? {}
  await updateUserDetails(
    tx,
    access.user.id,
    {
      application_role_id,
      first_name,
      last_name,
      password_hash: password?.after,
      notify_on_new_message: notify === undefined ? undefined : Number(notify),
      language,
    },
    now,
  )
  await recordChanges(tx, access, body, now)
  if (password) await voidPasswordLinks(tx, access.user.id)
  if (password) await revokeOtherGrants(tx, access.user.id, claim.grant_id, now)
  if (password) await enqueuePasswordChanged(tx, access.user.id, now)
  if (email !== undefined)
    await requestEmailChange(tx, { user_id: access.user.id, email, caller: access.caller, limits, now })
}

async function recordChanges(tx: Tx, access: Access, body: UpdateCall['body'], now: string): Promise<void> {
  const { caller, user, isSelf } = access
  const { first_name, last_name, application_role_id: role_id, user_preference } = body
  const actor_id = caller.id
  const notify_on_new_message = user_preference?.notify_on_new_message
  const before = { ...user, notify_on_new_message: user.notify_on_new_message === 1 }
  const details = { first_name, last_name, notify_on_new_message, language: user_preference?.language }
  const changes = changesBetween(before, details)
  if (!isSelf && changes.length > 0)
    await recordDetailsAudit(tx, user, { action: 'MEMBER_UPDATED', actor_id, changes, now })
  if (role_id === undefined || role_id === user.application_role_id) return
  const [old, assigned] = [user.application_role_id, role_id].map(id => applicationRoles.get(id).name)
  const roleChanges = [{ field: 'application_role', before: old ?? null, after: assigned ?? null }]
  await recordDetailsAudit(tx, user, { action: 'USER_ROLE_CHANGED', actor_id, changes: roleChanges, now })
}

function requireRights({ caller, isSelf }: Access, { application_role_id }: UpdateCall['body']): void {
  if (application_role_id === undefined) return
  const assigned = applicationRoles.find(application_role_id)
  if (!assigned) throw badField('application_role_id', 'must be the id of an application role')
  if (!can(caller.role, 'can_edit_users')) throw forbidden('can_edit_users')
  if (isSelf) throw new Problem('ForbiddenError', 'You cannot change your own application role')
  if (!holdsAll(caller.role, assigned))
    throw new Problem('ForbiddenError', 'You cannot assign a role with more rights than your own')
}
