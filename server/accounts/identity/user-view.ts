// Users as records: embedded in other records (personView), and on their own with or without private fields.

import { applicationRoles } from '@tessera/contract'
import type { SignFile } from '../../platform/files/index.ts'
import { applicationRoleView } from '../roles/index.ts'
import type { UserRow } from './user-store.ts'

export type PersonColumns = Pick<
  UserRow,
  | 'id'
  | 'type'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'title'
  | 'industry'
  | 'phone_number'
  | 'avatar_hash'
  | 'avatar_mime'
  | 'locked_at'
  | 'created_at'
  | 'updated_at'
>

/** Null if they have no picture. */
const avatarUrl = ({ avatar_hash, avatar_mime }: Pick<PersonColumns, 'avatar_hash' | 'avatar_mime'>, sign: SignFile) =>
  avatar_hash === null || avatar_mime === null ? null : sign({ hash: avatar_hash, mime: avatar_mime })

export const personView = (row: PersonColumns, sign: SignFile) => ({
  id: row.id,
  type: row.type,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  title: row.title,
  industry: row.industry,
  phone_number: row.phone_number,
  avatar_url: avatarUrl(row, sign),
  locked_at: row.locked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Visible only to the user and to callers who can list users. */
const privateView = (row: UserRow) => ({
  application_role: applicationRoleView(applicationRoles.get(row.application_role_id)),
  user_preference: { notify_on_new_message: row.notify_on_new_message === 1, language: row.language },
  pending_email: row.pending_email,
})

export const sessionUserView = (row: UserRow, sign: SignFile) => ({ ...colleagueView(row, sign), ...privateView(row) })

/** For members of a shared organization. */
const colleagueView = (row: UserRow, sign: SignFile) => ({ ...personView(row, sign), archived: row.archived === 1 })

export const userView = (
  row: UserRow,
  organizations: readonly { id: number; name: string }[],
  { isWhole, sign }: { isWhole: boolean; sign: SignFile },
) => ({
  ...(isWhole ? sessionUserView(row, sign) : colleagueView(row, sign)),
  last_login_at: row.last_login_at,
  organizations: [...organizations],
})
