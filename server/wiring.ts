// What the operations, the live socket, the job worker and the pages are given of the rest of the server.

import { join } from 'node:path'
import type { Logger } from 'pino'
import { applicationHandlers } from './applications/applications.ts'
import { whitelistingHandlers } from './applications/whitelistings.ts'
import type { Cluster } from './cluster.ts'
import { commentHandlers } from './comments/comments.ts'
import type { Tx } from './db/database.ts'
import { type Dependencies, filesFolder } from './dependencies.ts'
import { eventTextsWritten, listEventTexts } from './events/event-text.ts'
import { eventHandlers } from './events/events.ts'
import { makeCheckpoints } from './events/make-checkpoints.ts'
import { exportWorkspace } from './exports/export-workspace.ts'
import { exportHandlers } from './exports/exports.ts'
import { removeErasedFiles, sweepFiles } from './files/sweep-files.ts'
import type { AllHandlers } from './handler.ts'
import { problemOf } from './http/problem-reply.ts'
import { openRateLimit } from './http/rate-limit.ts'
import { importFile } from './imports/import-file.ts'
import { importHandlers } from './imports/imports.ts'
import type { MiroFetches } from './imports/miro-fetches.ts'
import { installationHandlers } from './installation/installation.ts'
import type { JobHandlers } from './jobs/job.ts'
import { jobHandlers } from './jobs/jobs.ts'
import type { KeyedSemaphore } from './keyed-semaphore.ts'
import { limitUseReader, type UseCounters } from './limit-use.ts'
import { countDeliveryBacklog } from './listeners/delivery-cursor-store.ts'
import type { HostSlots } from './listeners/host-slots.ts'
import { listenerJobs } from './listeners/listener-jobs.ts'
import { listenerHandlers } from './listeners/listeners.ts'
import type { Live } from './live/live.ts'
import { liveChange } from './live/live-change.ts'
import type { LiveDomain } from './live/live-domain.ts'
import type { Roster } from './live/roster.ts'
import type { Mailer } from './mail/mail.ts'
import { mailJobHandlers } from './mail/mail-jobs.ts'
import { mailPageRoutes } from './mail/mail-pages.ts'
import type { AgentPresence, ToolCaller } from './mcp/tool.ts'
import type { Metrics } from './metrics/metrics.ts'
import { authorizeRoutes } from './oauth/authorize.ts'
import { deviceRoutes } from './oauth/device-routes.ts'
import { metadataRoutes } from './oauth/metadata.ts'
import { registrationRoutes } from './oauth/register-client.ts'
import { tokenEndpointRoutes } from './oauth/token-endpoint.ts'
import { imageFetcher } from './objects/fetch-image.ts'
import { objectHandlers } from './objects/objects.ts'
import { fileReceiver } from './objects/receive-file.ts'
import { organizationHandlers } from './organizations/organizations.ts'
import type { PageRoute } from './pages/page.ts'
import { assetRoutes } from './pages/page-assets.ts'
import { pictureHandlers } from './pictures/pictures.ts'
import { thumbnailSigner } from './previews/thumbnail-url.ts'
import { documentPageHandlers } from './processing/document-pages.ts'
import type { Processing } from './processing/processing.ts'
import { publishWorkspace, unpublishWorkspace } from './publishing/publish-workspace.ts'
import { publishedHandlers } from './publishing/published.ts'
import { viewerRoutes } from './publishing/viewer-routes.ts'
import { readBoardText } from './records/board-text.ts'
import { findMentioned } from './records/comment-store.ts'
import { workspaceRoleView } from './roles/role-view.ts'
import { removeSecondFactors } from './second-factors/account-factors.ts'
import { passkeyHandlers, secondFactorHandlers } from './second-factors/second-factors.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { sessionHandlers } from './sessions/sessions.ts'
import { confirmEmailRoutes } from './sign-in/confirm-email-routes.ts'
import { confirmIdentityRoutes } from './sign-in/confirm-identity-routes.ts'
import { invitationRoutes } from './sign-in/invitation-routes.ts'
import { languageRoutes } from './sign-in/language-routes.ts'
import { requestPasswordLink } from './sign-in/password-link-request.ts'
import { passwordRoutes } from './sign-in/password-routes.ts'
import { recoveryRoutes } from './sign-in/recovery-routes.ts'
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts'
import { setUpRoutes } from './sign-in/set-up-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { deleteIdentitiesOf } from './single-sign-on/external-identity-store.ts'
import { openProvider, singleSignOn } from './single-sign-on/provider.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on-routes.ts'
import { authorizationHandlers } from './tokens/authorizations.ts'
import { tokenHandlers } from './tokens/tokens.ts'
import { userHandlers } from './users/users.ts'
import { webPageHandlers } from './web-pages/web-page-handlers.ts'
import type { WebPages } from './web-pages/web-pages.ts'
import type { ActiveUsers } from './workspaces/active-users.ts'
import { purgeWorkspace } from './workspaces/delete-workspace.ts'
import { eraseAbandonedCopy, eraseWorkspace } from './workspaces/erase-workspace.ts'
import { openPageLoader } from './workspaces/list-workspaces.ts'
import type { VisitRecorder } from './workspaces/visit-recorder.ts'
import { workspaceHandlers } from './workspaces/workspaces.ts'

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
