// Access tokens.

export { type AccessTokens, audiencesOf, openAccessTokens, tokenLifeSeconds } from './access-token.ts'
export { authorizationHandlers } from './authorizations.ts'
export {
  type Creation,
  type Creator,
  creationColumns,
  lockCreator,
  readCreator,
  requireProofInBrowser,
} from './creation.ts'
export { createPersonalToken } from './personal-token.ts'
export { startTokenUseRecorder } from './record-token-uses.ts'
export { rotateSigningKey } from './signing-keys.ts'
export { tokenHandlers } from './tokens.ts'
