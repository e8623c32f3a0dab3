// Sign-in of people and programs.

export {
  findApplication,
  findMostApplications,
  listSelfRegisteredApplications,
} from './applications/application-store.ts'
export { removeUnusedApplications } from './applications/application-use.ts'
export { applicationHandlers } from './applications/applications.ts'
export { endApplication, endPartsCreatedWith } from './applications/end-token-parts.ts'
export { mergeRedirectUris, redirectUrisOf } from './applications/redirect-uris.ts'
export { registerApplication } from './applications/register-application.ts'
export { whitelistingHandlers } from './applications/whitelistings.ts'
export { authorizeRoutes } from './oauth/authorize.ts'
export { deviceRoutes } from './oauth/device-routes.ts'
export { metadataRoutes } from './oauth/metadata.ts'
export { registrationRoutes } from './oauth/register-client.ts'
export { purgeDeviceCodes } from './oauth/request-device-code.ts'
export { tokenEndpointRoutes } from './oauth/token-endpoint.ts'
export { confirmEmailRoutes } from './sign-in-pages/confirm-email-routes.ts'
export { confirmIdentityRoutes } from './sign-in-pages/confirm-identity-routes.ts'
export { invitationRoutes } from './sign-in-pages/invitation-routes.ts'
export { languageRoutes } from './sign-in-pages/language-routes.ts'
export { requestPasswordLink } from './sign-in-pages/password-link-request.ts'
export { passwordRoutes } from './sign-in-pages/password-routes.ts'
export { recoveryRoutes } from './sign-in-pages/recovery-routes.ts'
export { secondFactorRoutes } from './sign-in-pages/second-factor-routes.ts'
export { setUpRoutes } from './sign-in-pages/set-up-routes.ts'
export { signInRoutes } from './sign-in-pages/sign-in-routes.ts'
export { deleteIdentitiesOf } from './single-sign-on/external-identity-store.ts'
export { openProvider, singleSignOn } from './single-sign-on/provider.ts'
export { singleSignOnRoutes } from './single-sign-on/single-sign-on-routes.ts'
