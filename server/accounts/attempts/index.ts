// Limits on attempts to sign in.

export {
  beginAttempt,
  cancelAttempt,
  clearFailures,
  clearFailuresOf,
  deviceCodeLimits,
  factorLimits,
  keepAttempt,
  mailAddressLimit,
  mailLimit,
  passkeyLimits,
  passwordCheckLimits,
  providerLimit,
  requireAttempt,
  signInLimits,
} from './attempts.ts'
