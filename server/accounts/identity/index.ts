// User accounts.

export { recordAccountAudit, recordAccountAuditOnce } from './audit-account.ts'
export { emailKey } from './email-key.ts'
export { cancelEmailChange, createUser, findUserByEmail, setUserLocked, updateUserDetails } from './user-accounts.ts'
export {
  findFirstWithApplicationRole,
  findUserById,
  findUserByKey,
  listAllUsers,
  listJoinedMetadata,
  listOrganizationNames,
  listOrganizationsOf,
  listSharedOrganizations,
  lockJoinedMetadata,
  lockUser,
  recordSignIn,
  type UserRow,
  updateUser,
  useTotpStep,
} from './user-store.ts'
export { type PersonColumns, personView, sessionUserView, userView } from './user-view.ts'
