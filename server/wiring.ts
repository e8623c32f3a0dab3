// Defines what the operations, the live socket, the job worker and the pages receive from the rest of the server.

import { join } from 'node:path'
import type { AgentPresence, ToolCaller } from '@tessera/agents/tool'
import type { Logger } from 'pino'
import type { AllHandlers } from './accounts/handler.ts'
import { type Mailer, mailJobHandlers, mailPageRoutes } from './accounts/mail/index.ts'
import { passkeyHandlers, removeSecondFactors, secondFactorHandlers } from './accounts/second-factors/index.ts'
import { sessionHandlers, sessionRoutes } from './accounts/sessions/index.ts'
import { authorizationHandlers, tokenHandlers } from './accounts/tokens/index.ts'
import { installationHandlers, jobHandlers, limitUseReader, problemOf, type UseCounters } from './api/index.ts'
import {
  boardHandlers,
  boardJobs,
  endListenersCreatedWith,
  findMentioned,
  type Live,
  liveContent,
  type Roster,
} from './board/index.ts'
import type { Cluster } from './cluster.ts'
import { type Dependencies, filesFolder } from './dependencies.ts'
import {
  type ActiveUsers,
  eraseAbandonedCopy,
  eraseWorkspace,
  openPageLoader,
  organizationHandlers,
  purgeWorkspace,
  userHandlers,
  type VisitRecorder,
  workspaceHandlers,
} from './organization/index.ts'
import { removeErasedFiles, sweepFiles } from './platform/files/index.ts'
import type { JobHandlers } from './platform/jobs/index.ts'
import { clientDocumentsPerMinute, type DeliverySlots, openRateLimit } from './platform/limits/index.ts'
import type { Metrics } from './platform/metrics/index.ts'
import { assetRoutes, type PageRoute } from './platform/pages/index.ts'
import type { Tx } from './platform/sql/index.ts'
import {
  documentPageHandlers,
  endImportFetch,
  exportHandlers,
  exportWorkspace,
  fetchImport,
  fileReceiver,
  imageFetcher,
  importFile,
  importHandlers,
  type Processing,
  pictureHandlers,
  publishedHandlers,
  publishWorkspace,
  thumbnailSigner,
  unpublishWorkspace,
  viewerRoutes,
  type WebPages,
  webPageHandlers,
} from './rendering/index.ts'
import {
  applicationHandlers,
  authorizeRoutes,
  confirmEmailRoutes,
  confirmIdentityRoutes,
  deleteIdentitiesOf,
  deviceRoutes,
  endPartsCreatedWith,
  invitationRoutes,
  languageRoutes,
  metadataRoutes,
  openProvider,
  passwordRoutes,
  recoveryRoutes,
  registrationRoutes,
  requestPasswordLink,
  secondFactorRoutes,
  setUpRoutes,
  signInRoutes,
  singleSignOn,
  singleSignOnRoutes,
  tokenEndpointRoutes,
  whitelistingHandlers,
} from './sign-in/index.ts'
import type { Semaphore } from './tools/index.ts'

/** The output of the web build. */
export const pagesFolder = join(import.meta.dirname, '../web/dist')

interface HandlerDependencies {
  readonly imageSlots: Semaphore<number>
  readonly useCounters: UseCounters
  readonly roster: Roster
  readonly processing: Processing
  readonly webPages: WebPages
}

export function operationHandlers(
  dependencies: Dependencies,
  { roster, processing, webPages, imageSlots, useCounters }: HandlerDependencies,
): AllHandlers {
  const { config, db, files, writePath, sign, fileKey, outbound, sealedSecrets } = dependencies
  const receive = fileReceiver({ files, fetchImage: imageFetcher({ ...outbound, slots: imageSlots }) })
  const pictures = pictureHandlers({ db, files, drawing: processing.drawing })
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
  const board = boardHandlers({ writePath, sign, sealedSecrets, receive })
  return {
    ...board,
    documents: { ...board.documents, ...documentPageHandlers({ sign }) },
    browsers: { ...board.browsers, ...webPageHandlers({ sign, findPage: webPages.find }) },
    imports: importHandlers({ sealedSecrets }),
    exports: exportHandlers({ publicUrl: config.publicUrl, fileKey }),
    pictures: pictures.pictures,
    published: { ...publishedHandlers(people), getPicture: pictures.getPublishedPicture },
    workspaces: workspaceHandlers(people),
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
) {
  return {
    ...liveContent({ db, sign, change: handlers.objects.change }),
    log,
    roster,
    limit,
    socketsPerUser: config.socketsPerUser,
    bus,
    verify: (token: string) => tokens.verifyAccessToken(token),
    recordVisit: visits.record,
    recordFanOut: (seconds: number) => metrics.fanOut.observe(seconds),
    problemOf,
  }
}

interface JobDependencies {
  readonly timeoutMs?: number
  readonly deliverySlots: DeliverySlots
  readonly processing: Processing
}

export function backgroundJobHandlers(
  dependencies: Dependencies,
  mailer: Mailer,
  { processing, ...delivery }: JobDependencies,
): Omit<JobHandlers, keyof Processing['handlers']> {
  const { db, config, files, writePath, sealedSecrets, outbound } = dependencies
  const receive = fileReceiver({ files, fetchImage: fetchNothing })
  const { storageLimitBytes } = config
  const imports = { db, files, writePath, receive, storageLimitBytes, ...processing }
  const fetches = { db, files, sealedSecrets, storageLimitBytes, guardedFetch: outbound.guardedFetch }
  return {
    ...boardJobs({ ...dependencies, ...delivery }),
    ...mailJobHandlers({ ...config, db, mailer, findMentioned }),
    'end-creations': ({ payload: { grants, keeps } }) =>
      db.write(async tx => {
        await endListenersCreatedWith(tx, grants, keeps)
        await endPartsCreatedWith(tx, grants, { keeps, now: new Date().toISOString() })
      }),
    'request-password-link': requestPasswordLink(db),
    'sweep-files': async (_job, signal) => void (await sweepFiles({ db, files, signal })),
    'remove-erased-files': async (_job, signal) => void (await removeErasedFiles({ db, files, signal })),
    'export-workspace': (job, signal) => exportWorkspace({ db, files, drawing: processing.drawing }, job, signal),
    'fetch-import': (job, signal) => fetchImport(fetches, job, signal),
    'end-import-fetch': job => endImportFetch(db, job),
    'import-file': (job, signal) => importFile(imports, job, signal),
    'erase-workspace': ({ payload }, signal) => eraseWorkspace(db, payload.workspace_id, signal),
    'erase-abandoned-copy': ({ payload }, signal) => eraseAbandonedCopy(db, payload.workspace_id, signal),
    'purge-workspace': ({ payload }) => db.write(tx => purgeWorkspace(tx, payload)),
    'publish-workspace': (job, signal) => publishWorkspace(db, job, signal),
    'unpublish-workspace': (job, signal) => unpublishWorkspace(db, job, signal),
  }
}

/** Imports contain no images by URL. */
const fetchNothing = () => Promise.reject(new Error('an import fetches nothing'))

export function allPageRoutes(
  { db, config, tokens, refreshKeys, challengeKey, sealedSecrets, outbound }: Dependencies,
  log: Logger,
): PageRoute[] {
  const provider = config.oidc ? openProvider(config.oidc, config.publicUrl) : null
  const methods = { hasPassword: config.hasPasswordSignIn, provider: provider && singleSignOn(provider, log) }
  const dependencies = { db, publicUrl: config.publicUrl, tokens, refreshKeys, challengeKey, sealedSecrets, methods }
  const documents = { guardedFetch: outbound.guardedFetch, documentLimit: openRateLimit(clientDocumentsPerMinute) }
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

/** Removes the factors that a user who recovers their account with the operator's link may have lost. */
async function removeFactors(tx: Tx, user_id: number): Promise<void> {
  await removeSecondFactors(tx, user_id, new Date().toISOString())
  await deleteIdentitiesOf(tx, user_id)
}
