// Authenticator apps, passkeys and recovery codes.

export {
  acceptCode,
  acceptTotp,
  hasSecondFactor,
  hasTotp,
  mustHaveSecondFactor,
  removeSecondFactors,
  requiresSecondFactor,
} from './account-factors.ts'
export { recordFactorAdded } from './change-factors.ts'
export { newPasskeyChallenge } from './passkey-challenge.ts'
export { listPasskeys } from './passkey-store.ts'
export { acceptPasskey, authenticationOptions, verifyPasskey } from './passkeys.ts'
export { endUnprotectedSessions } from './required-factor.ts'
export { passkeyHandlers, secondFactorHandlers } from './second-factors.ts'
export { findTotpStep, totpSecretFrom, totpUrl } from './totp.ts'
