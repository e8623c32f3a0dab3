// Grants behind tokens, authorization codes and device codes.

export {
  type CodeRow,
  deleteOldCodes,
  insertCode,
  lockCode,
  setCodeUsed,
  voidCodes,
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
  revokeGrant,
  revokeGrantsToApplication,
  setLastUses,
  type TokenUse,
} from './grant-store.ts'
export {
  createGrant,
  endOfGrant,
  type NewGrant,
  revokeGrantsOfApplication,
  revokeGrantsOfUser,
  revokeOtherGrants,
} from './grants.ts'
