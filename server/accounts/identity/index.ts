// User accounts.

export {
  isUnused,
  recordAccountAudit,
  recordAccountAuditOnce,
  recordAddressAudit,
  recordDetailsAudit,
} from './audit-account.ts'
export { emailKey } from './email-key.ts'
export { cancelEmailChange, createUser, findUserByEmail, setUserLocked, updateUserDetails } from './user-accounts.ts'
export {
  findFirstWithApplicationRole,
  findUserById,
  findUserByKey,
  listAllUsers,
  listJoinedMetadata,
  listMemberships,
  listOrganizationNames,
  listOrganizationsOf,
  listSharedOrganizations,
  lockJoinedMetadata,
  lockUser,
  lockUserByKey,
  recordSignIn,
  type UserRow,
  updateUser,
  useTotpStep,
} from './user-store.ts'
export { type PersonColumns, personView, sessionUserView, userView } from './user-view.ts'
