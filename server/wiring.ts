// What the operations, the live socket, the job worker and the pages are given of the rest of the server.

import { join } from 'node:path'
import type { AgentPresence, ToolCaller } from '@tessera/agents/tool'
import type { Logger } from 'pino'
import type { AllHandlers } from './accounts/handler.ts'
import type { Mailer } from './accounts/mail/mail.ts'
import { mailJobHandlers } from './accounts/mail/mail-jobs.ts'
import { mailPageRoutes } from './accounts/mail/mail-pages.ts'
import { workspaceRoleView } from './accounts/roles/role-view.ts'
import { removeSecondFactors } from './accounts/second-factors/account-factors.ts'
import { passkeyHandlers, secondFactorHandlers } from './accounts/second-factors/second-factors.ts'
import { sessionRoutes } from './accounts/sessions/session-routes.ts'
import { sessionHandlers } from './accounts/sessions/sessions.ts'
import { authorizationHandlers } from './accounts/tokens/authorizations.ts'
import { tokenHandlers } from './accounts/tokens/tokens.ts'
import { problemOf } from './api/http/problem-reply.ts'
import { installationHandlers } from './api/installation/installation.ts'
import { limitUseReader, type UseCounters } from './api/installation/limit-use.ts'
import { jobHandlers } from './api/jobs/jobs.ts'
import { commentHandlers } from './board/comments/comments.ts'
import { eventTextsWritten, listEventTexts } from './board/events/event-text.ts'
import { eventHandlers } from './board/events/events.ts'
import { makeCheckpoints } from './board/events/make-checkpoints.ts'
import { countDeliveryBacklog } from './board/listeners/delivery-cursor-store.ts'
import type { HostSlots } from './board/listeners/host-slots.ts'
import { listenerJobs } from './board/listeners/listener-jobs.ts'
import { listenerHandlers } from './board/listeners/listeners.ts'
import type { Live } from './board/live/live.ts'
import { liveChange } from './board/live/live-change.ts'
import type { LiveDomain } from './board/live/live-domain.ts'
import type { Roster } from './board/live/roster.ts'
import { imageFetcher } from './board/objects/fetch-image.ts'
import { objectHandlers } from './board/objects/objects.ts'
import { fileReceiver } from './board/objects/receive-file.ts'
import { readBoardText } from './board/records/board-text.ts'
import { findMentioned } from './board/records/comment-store.ts'
import type { Cluster } from './cluster.ts'
import { type Dependencies, filesFolder } from './dependencies.ts'
import { organizationHandlers } from './organization/organizations/organizations.ts'
import { userHandlers } from './organization/users/users.ts'
import type { ActiveUsers } from './organization/workspaces/active-users.ts'
import { purgeWorkspace } from './organization/workspaces/delete-workspace.ts'
import { eraseAbandonedCopy, eraseWorkspace } from './organization/workspaces/erase-workspace.ts'
import { openPageLoader } from './organization/workspaces/list-workspaces.ts'
import type { VisitRecorder } from './organization/workspaces/visit-recorder.ts'
import { workspaceHandlers } from './organization/workspaces/workspaces.ts'
import type { Tx } from './platform/db/database.ts'
import { removeErasedFiles, sweepFiles } from './platform/files/sweep-files.ts'
import type { JobHandlers } from './platform/jobs/job.ts'
import { openRateLimit } from './platform/limits/rate-limit.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { PageRoute } from './platform/pages/page.ts'
import { assetRoutes } from './platform/pages/page-assets.ts'
import { exportWorkspace } from './rendering/exports/export-workspace.ts'
import { exportHandlers } from './rendering/exports/exports.ts'
import { importFile } from './rendering/imports/import-file.ts'
import { importHandlers } from './rendering/imports/imports.ts'
import type { MiroFetches } from './rendering/imports/miro-fetches.ts'
import { webPageHandlers } from './rendering/link-previews/web-page-handlers.ts'
import type { WebPages } from './rendering/link-previews/web-pages.ts'
import { pictureHandlers } from './rendering/pictures/pictures.ts'
import { publishWorkspace, unpublishWorkspace } from './rendering/publishing/publish-workspace.ts'
import { publishedHandlers } from './rendering/publishing/published.ts'
import { viewerRoutes } from './rendering/publishing/viewer-routes.ts'
import { thumbnailSigner } from './rendering/thumbnails/thumbnail-url.ts'
import { documentPageHandlers } from './rendering/uploads/document-pages.ts'
import type { Processing } from './rendering/uploads/processing.ts'
import { applicationHandlers } from './sign-in/applications/applications.ts'
import { whitelistingHandlers } from './sign-in/applications/whitelistings.ts'
import { authorizeRoutes } from './sign-in/oauth/authorize.ts'
import { deviceRoutes } from './sign-in/oauth/device-routes.ts'
import { metadataRoutes } from './sign-in/oauth/metadata.ts'
import { registrationRoutes } from './sign-in/oauth/register-client.ts'
import { tokenEndpointRoutes } from './sign-in/oauth/token-endpoint.ts'
import { confirmEmailRoutes } from './sign-in/sign-in-pages/confirm-email-routes.ts'
import { confirmIdentityRoutes } from './sign-in/sign-in-pages/confirm-identity-routes.ts'
import { invitationRoutes } from './sign-in/sign-in-pages/invitation-routes.ts'
import { languageRoutes } from './sign-in/sign-in-pages/language-routes.ts'
import { requestPasswordLink } from './sign-in/sign-in-pages/password-link-request.ts'
import { passwordRoutes } from './sign-in/sign-in-pages/password-routes.ts'
import { recoveryRoutes } from './sign-in/sign-in-pages/recovery-routes.ts'
import { secondFactorRoutes } from './sign-in/sign-in-pages/second-factor-routes.ts'
import { setUpRoutes } from './sign-in/sign-in-pages/set-up-routes.ts'
import { signInRoutes } from './sign-in/sign-in-pages/sign-in-routes.ts'
import { deleteIdentitiesOf } from './sign-in/single-sign-on/external-identity-store.ts'
import { openProvider, singleSignOn } from './sign-in/single-sign-on/provider.ts'
import { singleSignOnRoutes } from './sign-in/single-sign-on/single-sign-on-routes.ts'
import type { KeyedSemaphore } from './tools/keyed-semaphore.ts'

/** The output of the web build. */
export const pagesFolder = join(import.meta.dirname, '../web/dist')

interface HandlerDependencies {
  readonly imageSlots: KeyedSemaphore<number>
  readonly useCounters: UseCounters
  readonly roster: Roster
  readonly processing: Processing
  readonly webPages: WebPages
  readonly miroFetches: MiroFetches
}

export function operationHandlers(
  dependencies: Dependencies,
  { roster, processing, webPages, miroFetches, imageSlots, useCounters }: HandlerDependencies,
): AllHandlers {
  const { config, db, files, writePath, sign, fileKey, outbound, sealedSecrets } = dependencies
  const receive = fileReceiver({ files, fetchImage: imageFetcher({ ...outbound, slots: imageSlots }) })
  const pictures = pictureHandlers({ db, files, withBoardChild: processing.withBoardChild })
  const signThumbnail = thumbnailSigner(fileKey, config.publicUrl)
  const people = {
    db,
    files,
    publicUrl: config.publicUrl,
    activeUsers: activeUsersFrom(roster),
    loadPage: openPageLoader(db.read),
    sign,
    signThumbnail,
  }
  const objects = objectHandlers({ writePath, sign, receive })
  return {
    ...objects,
    documents: { ...objects.documents, ...documentPageHandlers({ sign }) },
    browsers: { ...objects.browsers, ...webPageHandlers({ sign, findPage: webPages.find }) },
    comments: commentHandlers({ writePath }),
    events: eventHandlers({ sign }),
    imports: importHandlers({ miroFetches }),
    exports: exportHandlers({ publicUrl: config.publicUrl, fileKey }),
    pictures: pictures.pictures,
    published: { ...publishedHandlers(people), getPicture: pictures.getPublishedPicture },
    workspaces: workspaceHandlers(people),
    listeners: listenerHandlers({ sign, sealedSecrets }),
    organizations: {
      ...organizationHandlers({ ...people, storageLimitBytes: config.storageLimitBytes }),
      ...whitelistingHandlers,
    },
    users: userHandlers({
      ...people,
      makeAvatar: processing.makeAvatar,
      hasPasswordSignIn: config.hasPasswordSignIn,
    }),
    applications: applicationHandlers(people),
    authorizations: authorizationHandlers,
    sessions: sessionHandlers,
    secondFactors: secondFactorHandlers({ publicUrl: config.publicUrl, sealedSecrets }),
    passkeys: passkeyHandlers(config),
    tokens: tokenHandlers,
    jobs: jobHandlers,
    installation: installationHandlers({
      db,
      filesFolder: config.s3 ? null : filesFolder(config),
      countListeners: countDeliveryBacklog,
      readLimits: limitUseReader(config, useCounters),
    }),
  }
}

const activeUsersFrom = (roster: Roster): ActiveUsers => ({
  list: async workspace_id => roster.list(workspace_id),
  count: async workspace_ids => roster.count(workspace_ids),
})

/** Agents are shown on the boards that they work on. */
export const agentPresence =
  (live: Pick<Live, 'showAgent'>) =>
  ({ userId: user_id, grantId: grant_id, program: name }: ToolCaller): AgentPresence => ({
    seen: (workspace_uid, at) => live.showAgent({ claim: { user_id, grant_id }, workspace_uid, name, at }),
  })

interface LiveDependencies extends Pick<Cluster, 'limit' | 'bus'> {
  readonly handlers: AllHandlers
  readonly roster: Roster
  readonly log: Logger
  readonly visits: VisitRecorder
  readonly metrics: Metrics
}

export function buildLiveDomain(
  { config, db, tokens, sign }: Dependencies,
  { handlers, limit, bus, roster, log, visits, metrics }: LiveDependencies,
): LiveDomain {
  return {
    db,
    log,
    roster,
    limit,
    socketsPerUser: config.socketsPerUser,
    bus,
    verify: token => tokens.verifyAccessToken(token),
    change: liveChange(handlers.objects.change),
    eventsWritten: (tx, workspace_id) => eventTextsWritten(tx, workspace_id, sign),
    readEvents: (workspace_id, after, limit) => listEventTexts(db.read, workspace_id, { after, limit, sign }),
    readBoard: workspace_id => readBoardText(db, workspace_id, sign),
    roleView: workspaceRoleView,
    recordVisit: visits.record,
    recordFanOut: seconds => metrics.fanOut.observe(seconds),
    problemOf,
  }
}

interface JobDependencies {
  readonly timeoutMs?: number
  readonly hosts: HostSlots
  readonly processing: Processing
}

export function backgroundJobHandlers(
  dependencies: Dependencies,
  mailer: Mailer,
  { processing, ...delivery }: JobDependencies,
): Omit<JobHandlers, keyof Processing['handlers']> {
  const { db, config, files, writePath } = dependencies
  const receive = fileReceiver({ files, fetchImage: fetchNothing })
  const imports = { db, files, writePath, receive, ...processing }
  return {
    ...listenerJobs({ ...dependencies, ...delivery }),
    ...mailJobHandlers({ ...config, db, mailer, findMentioned }),
    'request-password-link': requestPasswordLink(db),
    'sweep-files': async (_job, signal) => void (await sweepFiles({ db, files, signal })),
    'remove-erased-files': async (_job, signal) => void (await removeErasedFiles({ db, files, signal })),
    'export-workspace': (job, signal) =>
      exportWorkspace({ db, files, withBoardChild: processing.withBoardChild }, job, signal),
    'import-file': (job, signal) => importFile(imports, job, signal),
    'erase-workspace': ({ payload }, signal) => eraseWorkspace(db, payload.workspace_id, signal),
    'erase-abandoned-copy': ({ payload }, signal) => eraseAbandonedCopy(db, payload.workspace_id, signal),
    'make-checkpoints': ({ payload }, signal) => makeCheckpoints(db, payload.workspace_id, { signal }),
    'purge-workspace': ({ payload }) => db.write(tx => purgeWorkspace(tx, payload)),
    'publish-workspace': (job, signal) => publishWorkspace(db, job, signal),
    'unpublish-workspace': (job, signal) => unpublishWorkspace(db, job, signal),
  }
}

/** Imports have no images by address. */
const fetchNothing = () => Promise.reject(new Error('an import fetches nothing'))

/** New documents of clients that a user can make the service fetch in a minute. */
const documentsPerMinute = 20

export function allPageRoutes(
  { db, config, tokens, refreshKeys, sealedSecrets, outbound }: Dependencies,
  log: Logger,
): PageRoute[] {
  const provider = config.oidc ? openProvider(config.oidc, config.publicUrl) : null
  const methods = { hasPassword: config.hasPasswordSignIn, provider: provider && singleSignOn(provider, log) }
  const dependencies = { db, publicUrl: config.publicUrl, tokens, refreshKeys, sealedSecrets, methods }
  const documents = { guardedFetch: outbound.guardedFetch, documentLimit: openRateLimit(documentsPerMinute) }
  const canRegister = config.isRegistrationOpen
  return [
    ...assetRoutes(),
    ...signInRoutes(dependencies),
    ...secondFactorRoutes(dependencies),
    ...setUpRoutes(dependencies),
    ...confirmIdentityRoutes(dependencies),
    ...languageRoutes(dependencies),
    ...invitationRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...recoveryRoutes({ ...dependencies, removeFactors }),
    ...(provider ? singleSignOnRoutes({ ...dependencies, provider, log }) : []),
    ...confirmEmailRoutes(dependencies),
    ...sessionRoutes({ ...dependencies, hasPasswordSignIn: config.hasPasswordSignIn }),
    ...authorizeRoutes({ ...dependencies, ...documents }),
    ...tokenEndpointRoutes(dependencies),
    ...deviceRoutes(dependencies),
    ...(canRegister ? registrationRoutes({ db }) : []),
    ...metadataRoutes({ publicUrl: config.publicUrl, canRegister }),
    ...mailPageRoutes(config),
    ...viewerRoutes({ ...dependencies, builtPage: join(pagesFolder, 'view.html') }),
  ]
}

/** What somebody may have lost who comes back in with a link of the operator. */
async function removeFactors(tx: Tx, user_id: number): Promise<void> {
  await removeSecondFactors(tx, user_id, new Date().toISOString())
  await deleteIdentitiesOf(tx, user_id)
}
