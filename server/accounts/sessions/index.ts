// Browser sessions.

export {
  confirmSession,
  endSession,
  endSessionsOfIdentity,
  isStillSignedIn,
  type SessionIdentity,
  startSession,
} from './browser-sessions.ts'
export {
  clearedCookie,
  isSignedIn,
  readBrowserState,
  renewedBrowser,
  type SessionDependencies,
  sessionCookie,
} from './browser-state.ts'
export { type FormCall, formRoutes } from './form-routes.ts'
export { sessionRoutes } from './session-routes.ts'
export type { SignedInSession } from './session-store.ts'
export { sessionHandlers } from './sessions.ts'
export { readUserAgent } from './user-agent.ts'
