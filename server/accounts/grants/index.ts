// Grants behind tokens, authorization codes and device codes.

export {
  type CodeRow,
  deleteOldCodes,
  insertCode,
  lockCode,
  setCodeUsed,
} from './authorization-code-store.ts'
export {
  countDeviceCodes,
  type DeviceCodeRow,
  deleteOldDeviceCodes,
  findDeviceCode,
  insertDeviceCode,
  lockDeviceCode,
  lockDeviceCodes,
  updateDeviceCode,
} from './device-code-store.ts'
export {
  deleteExpiredGrants,
  findGrant,
  findGrantByToken,
  type GrantRow,
  getPersonalGrant,
  listPersonalGrants,
  lockGrant,
  type PersonalGrant,
  setLastUses,
  type TokenUse,
} from './grant-store.ts'
export {
  createGrant,
  endOfGrant,
  type NewGrant,
  revokeGrant,
  revokeGrantsOfApplication,
  revokeGrantsOfUser,
  revokeOtherGrants,
  revokePersonalTokens,
} from './grants.ts'
