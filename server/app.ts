// The composition root: the one file where the parts meet.

import { join } from 'node:path'
import { Problem } from '@tessera/contract'
import type { Logger } from 'pino'
import { applicationHandlers } from './applications/applications.ts'
import { type Between, openBetween } from './between-processes.ts'
import { commentHandlers } from './comments/comments.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { nodeIdOf } from './db/node-id.ts'
import { openDatabase } from './db/open-database.ts'
import { listEventTexts } from './events/event-text.ts'
import { eventHandlers } from './events/events.ts'
import { openDiskStorage } from './files/disk-storage.ts'
import { enqueueSweepIfDue } from './files/enqueue-sweep.ts'
import type { FileStorage } from './files/file-storage.ts'
import { type SignFile, signAddress } from './files/signed-address.ts'
import { sweepFiles, withoutSweeping } from './files/sweep-files.ts'
import type { AllHandlers } from './handler.ts'
import { serveFiles } from './http/file-route.ts'
import { openApiDocument } from './http/openapi.ts'
import { servePageRoutes } from './http/page-routes.ts'
import { servePages } from './http/pages.ts'
import { problemOf } from './http/problem-reply.ts'
import { servePublishedFiles } from './http/published-file-route.ts'
import { serveOperations } from './http/serve-operations.ts'
import { type HttpServer, openServer } from './http/server.ts'
import { serveStatus } from './http/status-routes.ts'
import { serveThumbnails } from './http/thumbnail-route.ts'
import { forgetOldAnswers } from './idempotency/answers.ts'
import { installationHandlers } from './installation/installation.ts'
import type { Clock } from './jobs/clock.ts'
import type { JobHandlers } from './jobs/job.ts'
import { jobFigures } from './jobs/job-figures.ts'
import { jobHandlers } from './jobs/jobs.ts'
import { openWorker } from './jobs/worker.ts'
import { openDeliverer } from './listeners/deliverer.ts'
import { countServing, DeliveryCounts, deliveryFigures } from './listeners/delivery-figures.ts'
import { listenerJobs } from './listeners/listener-jobs.ts'
import { listenerHandlers } from './listeners/listeners.ts'
import { sweepDeliveries } from './listeners/sweep-deliveries.ts'
import { serveLive, type Timing } from './live/live.ts'
import { liveChange } from './live/live-change.ts'
import type { LiveDomain } from './live/live-domain.ts'
import { Roster } from './live/roster.ts'
import type { Mailer } from './mail/mail.ts'
import { mailHandlers } from './mail/mail-jobs.ts'
import { mailRoutes } from './mail/mail-pages.ts'
import { openMailer } from './mail/mailer.ts'
import { authorizeRoutes } from './oauth/authorize.ts'
import { metadataRoutes } from './oauth/metadata.ts'
import { tokenEndpointRoutes } from './oauth/token-endpoint.ts'
import { readBoardText } from './objects/board-text.ts'
import { openWritePath, type WritePath } from './objects/change.ts'
import { imageFetcher } from './objects/fetch-image.ts'
import { objectHandlers } from './objects/objects.ts'
import { fileReceiver } from './objects/receive-file.ts'
import { organizationHandlers } from './organizations/organizations.ts'
import { type LazyOutbound, lazyOutbound } from './outbound/lazy-outbound.ts'
import { outboundPolicy } from './outbound/outbound-policy.ts'
import type { PageRoute } from './page.ts'
import { failurePage } from './pages/failure-page.ts'
import { assetRoutes } from './pages/page-assets.ts'
import { openPreviews } from './previews/previews.ts'
import { isThumbnailAddress, thumbnailSigner } from './previews/thumbnail-address.ts'
import type { Limits } from './processing/limits.ts'
import { openProcessing, type Processing } from './processing/processing.ts'
import { publishWorkspace, unpublishWorkspace } from './publishing/publish-workspace.ts'
import { publishedHandlers } from './publishing/published.ts'
import { findPublishedFile, viewerRoutes } from './publishing/viewer-routes.ts'
import { workspaceRoleView } from './roles/role-view.ts'
import { getSecret } from './secrets/secrets.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { sessionHandlers } from './sessions/sessions.ts'
import { isSignedIn } from './sessions/visit.ts'
import { invitationRoutes } from './sign-in/invitation-routes.ts'
import { languageRoutes } from './sign-in/language-routes.ts'
import { passwordRoutes } from './sign-in/password-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { type AccessTokens, openAccessTokens } from './tokens/access-token.ts'
import { authorizationHandlers } from './tokens/authorizations.ts'
import { tokenHandlers } from './tokens/tokens.ts'
import { userHandlers } from './users/users.ts'
import { openWebPages, sweepWebPages, type WebPages } from './web-pages/web-pages.ts'
import type { ActiveUsers } from './workspaces/active-users.ts'
import { purgeWorkspace } from './workspaces/delete-workspace.ts'
import { eraseWorkspace } from './workspaces/erase-workspace.ts'
import { openVisitBook, type VisitBook } from './workspaces/visit-book.ts'
import { workspaceHandlers } from './workspaces/workspaces.ts'

export interface App {
  readonly http: HttpServer
  readonly parts: Parts
  /** Takes no new requests, finishes those under way, lets go of everything. */
  close(): Promise<void>
}

/** What the service is made of, whether it serves or an operator's command uses it. */
export interface Parts {
  readonly config: Config
  readonly db: Database
  readonly files: FileStorage
  /** The same for those who bring the rows along, past what keeps files from being swept. */
  readonly storage: FileStorage
  readonly tokens: AccessTokens
  readonly writePath: WritePath
  readonly sign: SignFile
  readonly fileKey: Buffer
  readonly refreshKey: Buffer
  readonly outbound: LazyOutbound
}

const hourMs = 60 * 60 * 1_000
const pagesFolder = join(import.meta.dirname, '../web/dist')

const pageAddresses = {
  '/': { signedIn: 'home.html', otherwise: 'index.html' },
  '/docs': 'docs.html',
  '/developers': 'developers.html',
  '/account': 'account.html',
  '/operator': 'operator.html',
  '/listeners': 'listeners.html',
  '/organizations': 'organization.html',
  '/organizations/:organization_id': 'organization.html',
  '/w/:workspace_id': 'workspace.html',
}

export async function openParts(config: Config): Promise<Parts> {
  const db = await openDatabase(config)
  const storage = await openFiles(config)
  const files = withoutSweeping(storage, db)
  const tokens = await openAccessTokens({ db, publicUrl: config.publicUrl })
  const fileKey = await getSecret(db, 'file-addresses')
  const refreshKey = await getSecret(db, 'refresh-tokens')
  const sign: SignFile = file => config.publicUrl + signAddress(fileKey, file)
  const outbound = lazyOutbound(outboundPolicy(config))
  return {
    config,
    db,
    files,
    storage,
    tokens,
    sign,
    fileKey,
    refreshKey,
    outbound,
    writePath: openWritePath({ db, sign }),
  }
}

const filesFolder = ({ dataDir }: Config) => join(dataDir, 'files')

async function openFiles(config: Config): Promise<FileStorage> {
  const { dataDir, s3 } = config
  if (!s3) return await openDiskStorage(filesFolder(config))
  const { openS3Storage } = await import('./files/s3-storage.ts')
  // Stores of one's own are reached by path: a name for each bucket is Amazon's way.
  return await openS3Storage({ ...s3, forcePathStyle: s3.endpoint !== undefined, spoolFolder: join(dataDir, 'spool') })
}

export interface Running {
  /** Without a worker, jobs are enqueued and stay so: for tests that look at them. */
  readonly hasWorker?: boolean
  /** Of the live socket. */
  readonly timing?: Partial<Timing>
  /** Without processing, images and documents stay as they were uploaded: for tests that are about something else. */
  readonly hasProcessing?: boolean
  readonly processingLimits?: Partial<Limits>
  /** Of telling listeners: what time it is, and how long a receiver may take. */
  readonly delivery?: { readonly clock?: Clock; readonly timeoutMs?: number }
}

export async function openApp(parts: Parts, log: Logger, running: Running = {}): Promise<App> {
  const { config, db, files, tokens, fileKey } = parts
  const { hasWorker = true, hasProcessing = true, processingLimits = {}, timing, delivery } = running
  const http = await openServer({ ...config, log })
  const processing = openProcessing({ ...config, db, files, log, limits: processingLimits })
  const previews = openPreviews({ db, files, drawIn: processing.drawIn, log })
  const webPages = openWebPages(webPageParts(parts, processing, log))
  const visits = openVisitBook({ db, log })
  const between = await openBetween(parts, log)
  const roster = new Roster()
  const handlers = handlersOf(parts, { roster, processing, webPages })
  const verify = (authorization: string | undefined) => tokens.verifyAccessToken(bearerOf(authorization))
  serveOperations(http, { db, files, handlers, verify, limit: between.limit })
  const live = serveLive(http.server, liveDomainOf(parts, { handlers, roster, log, visits, ...between }), timing)
  const mailer = openMailer(config)
  const ofJobs = { ...jobHandlersOf(parts, mailer, delivery), ...(hasProcessing ? processing.handlers : {}) }
  const worker = hasWorker ? await openWorker({ db, log, handlers: ofJobs }) : null
  const deliverer = hasWorker
    ? await openDeliverer({ ...parts, log, nodeId: nodeIdOf(config.dataDir), ...delivery })
    : null
  const figures = async () => [
    ...(await jobFigures(db.read, worker?.endings ?? new Map(), Date.now())),
    ...(await deliveryFigures(db.read, deliverer?.counts ?? new DeliveryCounts(), Date.now())),
  ]
  serveStatus(http, { ping: () => db.ping(), metricsAllow: config.metricsAllow, figures })
  serveFiles(http, files, fileKey)
  servePublishedFiles(http, {
    files,
    limit: between.limit,
    findFile: findPublishedFile(db),
    findPicture: previews.ofPublished,
  })
  const isSigned = (uid: string, query: URLSearchParams) => isThumbnailAddress(fileKey, uid, query)
  serveThumbnails(http, { files, isSigned, find: previews.ofWorkspace })
  const description = JSON.stringify(openApiDocument())
  http.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(description),
  )
  http.get('/.well-known/jwks.json', () => tokens.publicKeys())
  await servePageRoutes(http, { routes: pageRoutesOf(parts), publicUrl: config.publicUrl, failurePage })
  await servePages(http, {
    folder: pagesFolder,
    addresses: pageAddresses,
    framing: ['workspace.html'],
    isSignedIn: cookies => isSignedIn({ db, publicUrl: config.publicUrl }, cookies),
  })
  const upkeep = setInterval(() => {
    forgetOldAnswers(db).catch(error => log.warn({ err: error }, 'old answers stay'))
    enqueueSweepIfDue(db).catch(error => log.warn({ err: error }, 'unused files stay'))
    sweepDeliveries(db).catch(error => log.warn({ err: error }, 'old deliveries stay'))
    sweepWebPages(db).catch(error => log.warn({ err: error }, 'what was found of web pages stays'))
  }, hourMs)
  upkeep.unref()
  return {
    http,
    parts,
    async close() {
      clearInterval(upkeep)
      processing.close()
      webPages.close()
      await live.close()
      await visits.close()
      await Promise.all([http.close(), worker?.close(), deliverer?.close()])
      await mailer.close()
      await parts.outbound.close()
      await between.close()
      await db.close()
    },
  }
}

const webPageParts = ({ config, db, files, outbound }: Parts, { makePicture }: Processing, log: Logger) => ({
  db,
  files,
  guardedFetch: outbound.guardedFetch,
  makePicture,
  publicUrl: config.publicUrl,
  log,
})

interface HandlerParts {
  readonly roster: Roster
  readonly processing: Processing
  readonly webPages: WebPages
}

function handlersOf(parts: Parts, { roster, processing, webPages }: HandlerParts): AllHandlers {
  const { config, db, files, tokens, writePath, sign, fileKey, outbound } = parts
  const receive = fileReceiver({ files, fetchImage: imageFetcher(outbound) })
  const signThumbnail = thumbnailSigner(fileKey, config.publicUrl)
  const people = { db, files, publicUrl: config.publicUrl, activeUsers: activeUsersOf(roster), sign, signThumbnail }
  return {
    ...objectHandlers({ writePath, sign, receive, findPage: webPages.find }),
    comments: commentHandlers({ writePath }),
    events: eventHandlers({ sign }),
    published: publishedHandlers(people),
    workspaces: workspaceHandlers(people),
    listeners: listenerHandlers({ sign }),
    organizations: organizationHandlers(people),
    users: userHandlers({ ...people, makePortrait: processing.makePortrait }),
    applications: applicationHandlers(people),
    authorizations: authorizationHandlers,
    sessions: sessionHandlers,
    tokens: tokenHandlers(tokens),
    jobs: jobHandlers,
    installation: installationHandlers({ db, filesFolder: config.s3 ? null : filesFolder(config), countServing }),
  }
}

const activeUsersOf = (roster: Roster): ActiveUsers => ({
  list: async workspace_id => roster.list(workspace_id),
  count: async workspace_ids => roster.count(workspace_ids),
})

interface LiveParts extends Pick<Between, 'limit' | 'bus'> {
  readonly handlers: AllHandlers
  readonly roster: Roster
  readonly log: Logger
  readonly visits: VisitBook
}

function liveDomainOf(
  { db, tokens, sign }: Parts,
  { handlers, limit, bus, roster, log, visits }: LiveParts,
): LiveDomain {
  return {
    db,
    log,
    roster,
    limit,
    bus,
    verify: token => tokens.verifyAccessToken(token),
    change: liveChange(handlers.objects.change),
    readEvents: (workspace_id, after, most) => listEventTexts(db.read, workspace_id, { after, limit: most, sign }),
    readBoard: workspace_id => readBoardText(db, workspace_id, sign),
    roleView: workspaceRoleView,
    noteVisit: visits.note,
    problemOf,
  }
}

function jobHandlersOf(
  parts: Parts,
  mailer: Mailer,
  delivery: Running['delivery'],
): Omit<JobHandlers, keyof Processing['handlers']> {
  const { db, config, files } = parts
  return {
    ...listenerJobs({ ...parts, timeoutMs: delivery?.timeoutMs }),
    ...mailHandlers({ db, mailer, publicUrl: config.publicUrl }),
    'sweep-files': async (_job, signal) => void (await sweepFiles({ db, files, signal })),
    'erase-workspace': ({ payload }, signal) => eraseWorkspace(db, payload.workspace_id, signal),
    'purge-workspace': ({ payload }) => db.write(tx => purgeWorkspace(tx, payload)),
    'publish-workspace': (job, signal) => publishWorkspace(db, job, signal),
    'unpublish-workspace': (job, signal) => unpublishWorkspace(db, job, signal),
  }
}

function pageRoutesOf({ db, config, tokens, refreshKey }: Parts): PageRoute[] {
  const parts = { db, publicUrl: config.publicUrl, tokens, refreshKey }
  return [
    ...assetRoutes(),
    ...signInRoutes(parts),
    ...languageRoutes(),
    ...invitationRoutes(parts),
    ...passwordRoutes(parts),
    ...sessionRoutes(parts),
    ...authorizeRoutes(parts),
    ...tokenEndpointRoutes(parts),
    ...metadataRoutes(parts),
    ...mailRoutes(config),
    ...viewerRoutes({ ...parts, builtPage: join(pagesFolder, 'view.html') }),
  ]
}

/** The token in the header: the word Bearer in any case, a space, the token. */
function bearerOf(authorization = ''): string {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ')
    throw new Problem('Unauthorized', 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>')
  return authorization.slice(7).trimStart()
}
