// Changing a user. Passwords take a tenth of a second to compute, so they are dealt with before the transaction begins,
// and the transaction makes sure that what they were compared with still holds.

import { applicationRoles, badField, can, holdsAll, type Operations, operations, Problem } from '@tessera/contract'
import { type Caller, forbidden, load, type UserAccess } from '../access/access.ts'
import type { Database, Tx } from '../db/database.ts'
import type { ChangeCall } from '../handler.ts'
import { emailKey } from '../identity/email-key.ts'
import { revokeOtherGrants } from '../identity/grants.ts'
import { voidPasswordLinks } from '../identity/mailed-links.ts'
import { hashPassword, isPassword } from '../identity/password-hash.ts'
import { updateUserDetails } from '../identity/user-accounts.ts'
import { lockUser, type UserRow } from '../identity/user-store.ts'
import { enqueueEmailChanged, enqueuePasswordChanged } from '../mail/enqueue-mail.ts'
import { inviteAnew } from '../organizations/invite-anew.ts'

type UpdateCall = ChangeCall<Operations['users']['update']>
type Access = UserAccess & { caller: Caller }

export async function updateUser(db: Database, call: UpdateCall): Promise<void> {
  const { user, isSelf } = (await call.checkAccess()) as Access
  const password = await readPassword(user, isSelf, call.body)
  await db.write(tx => applyUpdate(tx, call, password))
}

/** What the current password was compared with, and the hash of the new one. */
interface NewPassword {
  readonly before: string | null
  readonly after: string
}

async function readPassword(user: UserRow, isSelf: boolean, body: UpdateCall['body']): Promise<NewPassword | null> {
  const { new_password, current_password } = body
  if (new_password === undefined && current_password === undefined) return null
  if (!isSelf) throw new Problem('ForbiddenError', "Nobody sets another person's password")
  if (current_password === undefined) throw badField('current_password', 'is required with a new password')
  if (new_password === undefined) throw badField('new_password', 'is required with the current one')
  if ([user.email_key, emailKey(body.email ?? '')].includes(emailKey(new_password)))
    throw badField('new_password', 'must not be the email address')
  if (!(await isPassword(current_password, user.password_hash))) throw wrongPassword()
  return { before: user.password_hash, after: await hashPassword(new_password) }
}

const wrongPassword = () => badField('current_password', 'is not the current password')

async function applyUpdate(tx: Tx, call: UpdateCall, password: NewPassword | null): Promise<void> {
  const { body, claim } = call
  const now = new Date().toISOString()
  // Of two who change a password at once, the second finds that the one they gave is no longer the current one.
  if (password) await lockUser(tx, claim.user_id)
  const access = (await load(tx, claim, operations.users.update.needs, call.params as never, body)) as Access
  askRights(access, body)
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
      email,
      password_hash: password?.after,
      notify_on_new_message: notify === undefined ? undefined : Number(notify),
      language,
    },
    now,
  )
  if (password || email !== undefined) await voidPasswordLinks(tx, access.user.id)
  if (password) await revokeOtherGrants(tx, access.user.id, claim.grant_id, now)
  if (password) await enqueuePasswordChanged(tx, access.user.id, now)
  if (email !== undefined && email !== access.user.email) await inviteAnew(tx, access.user.id, now)
  if (email !== undefined && emailKey(email) !== access.user.email_key)
    await enqueueEmailChanged(tx, access.user.id, access.user.email, now)
}

function askRights({ caller, user, isSelf }: Access, { application_role_id }: UpdateCall['body']): void {
  // Whoever can change an address can take the account over by asking for a new password.
  const theirs = applicationRoles.get(user.application_role_id)
  if (!isSelf && !holdsAll(caller.role, theirs))
    throw new Problem('ForbiddenError', 'This person has rights that you lack: only they change their account')
  if (application_role_id === undefined) return
  const given = applicationRoles.find(application_role_id)
  if (!given) throw badField('application_role_id', 'is not an application role')
  if (!can(caller.role, 'can_edit_users')) throw forbidden('can_edit_users')
  if (isSelf) throw new Problem('ForbiddenError', 'Nobody changes their own application role')
  if (!holdsAll(caller.role, given))
    throw new Problem('ForbiddenError', 'Nobody gives a role with more rights than their own')
}
