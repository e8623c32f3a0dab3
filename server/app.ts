// The composition root: creates every part of the server and connects them. wiring.ts defines what each part receives.

import { isFileMessage, openMcp } from '@tessera/agents/mcp'
import type { Logger } from 'pino'
import { getBearerToken } from './accounts/access/index.ts'
import { openMailer } from './accounts/mail/index.ts'
import { isSignedIn } from './accounts/sessions/index.ts'
import { type AccessTokens, startTokenUseRecorder } from './accounts/tokens/index.ts'
import {
  asyncApiDocument,
  type HttpListener,
  type HttpServer,
  openApiDocument,
  openServer,
  recordNode,
  serveBuiltPages,
  serveFiles,
  serveHealth,
  serveJsonDocument,
  serveMcp,
  serveMetrics,
  serveNotFound,
  serveOperations,
  servePageRoutes,
  servePublishedFiles,
  serveSecurityText,
  serveThumbnails,
  UploadRoom,
  type UseCounters,
} from './api/index.ts'
import { type Live, openDeliverer, Roster, serveLive, type Timing } from './board/index.ts'
import { type Cluster, openCluster } from './cluster.ts'
import type { Dependencies } from './dependencies.ts'
import { metricSources } from './metric-sources.ts'
import { openVisitRecorder } from './organization/index.ts'
import server from './package.json' with { type: 'json' }
import { nodeIdOf, startBackgroundSteps, untilReachable } from './platform/db/index.ts'
import { onlyServedFiles, StorageFull, type StorageHealth } from './platform/files/index.ts'
import { Readiness, readinessChecks } from './platform/health/index.ts'
import { type Clock, openWorker } from './platform/jobs/index.ts'
import { DeliverySlots, openImageSlots, openRequestSlots } from './platform/limits/index.ts'
import { collectMetrics, Metrics, sampleEventLoopDelay } from './platform/metrics/index.ts'
import { errorPage } from './platform/pages/index.ts'
import { sealStoredSecrets } from './platform/secrets/index.ts'
import { openTraces, traceJobs, traceLiveChanges, traceParts } from './platform/traces/index.ts'
import {
  findPublishedFile,
  isThumbnailUrl,
  type Limits,
  openPreviews,
  openProcessing,
  openWebPages,
  type Previews,
} from './rendering/index.ts'
import { startUpkeep } from './upkeep.ts'
import {
  agentPresence,
  allPageRoutes,
  backgroundJobHandlers,
  buildLiveDomain,
  operationHandlers,
  pagesFolder,
} from './wiring.ts'

export interface App {
  readonly http: HttpServer
  readonly dependencies: Dependencies
  /** Stops accepting requests, finishes those in progress, then closes everything. */
  close(): Promise<void>
}

export interface AppOptions {
  /** The connections that deliver requests to the app, if it does not listen itself. */
  readonly listener?: HttpListener
  /** The listener of a process that responds to probes before its database is available. */
  readonly readiness?: Readiness
  /** Without a worker, jobs stay in the queue, for tests that inspect them. */
  readonly hasWorker?: boolean
  /** Intervals and timeouts of the live socket. */
  readonly timing?: Partial<Timing>
  /** Without processing, images and documents stay in their uploaded state, for tests about something else. */
  readonly hasProcessing?: boolean
  readonly processingLimits?: Partial<Limits>
  /** For webhook delivery: the clock, and how long a receiver may take to respond. */
  readonly delivery?: { readonly clock?: Clock; readonly timeoutMs?: number }
}

const pagePaths = {
  '/': { signedIn: 'home.html', otherwise: 'index.html' },
  '/docs': 'docs.html',
  '/docs/reference': 'docs.html',
  '/developers': 'developers.html',
  '/account': 'account.html',
  '/operator': 'operator.html',
  '/listeners': 'listeners.html',
  '/organizations': 'organization.html',
  '/organizations/:organization_id': 'organization.html',
  '/w/:workspace_id': 'workspace.html',
}

/**
 * How long a stopping server waits for the receivers of deliveries. After that other nodes deliver the same events
 * again.
 */
const maxDeliveryMs = 4_000

/** An imported file is part of the request, as base64. */
const maxMcpRequestBytes = 12_000_000

export async function openApp(dependencies: Dependencies, log: Logger, options: AppOptions = {}): Promise<App> {
  const { config, db, files, storageHealth, tokens, outbound, writePath, sealedSecrets } = dependencies
  const { hasWorker = true, hasProcessing = true, processingLimits = {}, timing, delivery } = options
  const { readiness = new Readiness(log) } = options
  const onWaiting = () => {
    readiness.phase = 'waiting-for-database'
  }
  // The connection to PostgreSQL may be lost again while the server starts.
  const patiently = <T>(step: () => Promise<T>): Promise<T> =>
    db.engine === 'postgres' ? untilReachable(step, { log, onWaiting }) : step()

  // The parts that the routes and the background work share.
  const traces = await openTraces(config.tracing, log)
  if (traces) traceParts(dependencies, traces)
  const resealed = await patiently(() => sealStoredSecrets(db, sealedSecrets))
  if (resealed > 0) log.info({ count: resealed }, 're-encrypted stored secrets with the new SECRET_KEY')
  const nodeId = nodeIdOf(config.dataDir)
  const cluster = await openCluster(dependencies, log)
  logOutages(storageHealth, log)
  const processing = openProcessing({ ...config, db, files, log, limits: processingLimits })
  const previews = openPreviews({ db, files, drawing: processing.drawing, log })
  const { guardedFetch } = outbound
  const { makePicture } = processing
  const webPages = openWebPages({ db, guardedFetch, makePicture, publicUrl: config.publicUrl, log })
  const visits = openVisitRecorder({ db, log })
  const tokenUses = startTokenUseRecorder({ db, tokens, log })
  const mailer = openMailer(config)
  const roster = new Roster()
  writePath.onMailsSkipped = mails => {
    for (const mail of mails) log.warn(mail, 'skipped a mail about a mention: the mail limit is reached')
  }
  const metrics = new Metrics()
  writePath.onBatchEnd = (seconds, hasFailed) => {
    metrics.commits.observe(seconds)
    if (hasFailed) metrics.failedCommits += 1
  }

  // The API and the live socket.
  const http = await openServer({ ...config, log, metrics, traces })
  const slots = openRequestSlots(config.concurrentRequestsPerUser)
  const deliverySlots = new DeliverySlots(config.deliveriesPerHost)
  const imageSlots = openImageSlots(config)
  const useCounters: UseCounters = {
    requestsInMinute: () => cluster.limit.highest,
    concurrentRequests: () => slots.highest,
    sockets: () => live.mostConnections,
    deliveries: () => deliverySlots.highest,
    imageFetches: () => ({ ofUser: imageSlots.highest, total: imageSlots.total }),
  }
  const handlers = operationHandlers(dependencies, {
    roster,
    processing,
    webPages,
    imageSlots,
    useCounters,
  })
  const verify = (authorization: string | undefined) => tokens.verifyAccessToken(getBearerToken(authorization))
  const uploadRoom = new UploadRoom({ db: db.read, files, limitBytes: config.storageLimitBytes })
  serveOperations(http, { db, files, uploadRoom, handlers, verify, limit: cluster.limit, slots, limits: config })
  serveDescriptions(http, tokens)
  serveSecurityText(http, config)
  const liveDomain = buildLiveDomain(dependencies, { handlers, roster, log, visits, metrics, ...cluster })
  const live: Live = serveLive(http.server, traces ? traceLiveChanges(liveDomain, traces) : liveDomain, timing)
  const { publicUrl } = config
  const { version } = server
  const mcp = openMcp({ publicUrl, version, log, maxRequestBytes: maxMcpRequestBytes, presenceOf: agentPresence(live) })
  const mcpSizes = { maxMessageBytes: config.bodyLimitBytes, maxFileMessageBytes: maxMcpRequestBytes, isFileMessage }
  serveMcp(http, { db: db.read, publicUrl, verify, limit: cluster.limit, ...mcpSizes, respond: mcp.respond })

  // Background work.
  const jobHandlers = {
    ...backgroundJobHandlers(dependencies, mailer, { ...delivery, deliverySlots, processing }),
    ...(hasProcessing ? processing.handlers : {}),
  }
  const outageDelayMs = (error: unknown) => storageHealth.retryDelayMs(error)
  const tracedHandlers = traces ? traceJobs(jobHandlers, traces) : jobHandlers
  const worker = hasWorker ? await openWorker({ db, log, handlers: tracedHandlers, outageDelayMs }) : null
  const delivering = { ...dependencies, log, nodeId, deliverySlots, ...delivery }
  const deliverer = hasWorker ? await patiently(() => openDeliverer(delivering)) : null
  const upkeep = startUpkeep(db, log)
  const backgroundSteps = startBackgroundSteps({ db, databaseUrl: config.databaseUrl, log })

  // Health, metrics, files and pages.
  serveHealth(http, () => db.ping(), readiness)
  const sources = metricSources(dependencies, { metrics, worker, deliverer, live, cluster, readiness })
  const stopSampling = sampleEventLoopDelay()
  serveMetrics(http, { ...config, collect: () => collectMetrics(sources, log) })
  serveAllFiles(http, dependencies, previews, cluster)
  await serveAllPages(http, dependencies, log)
  readiness.checks = readinessChecks({
    ...config,
    ping: () => db.ping(),
    commit: () => recordNode(db, nodeId),
    clusterState: () => cluster.state(),
    probeStorage: () => files.probe(),
  })
  readiness.phase = 'ready'

  return {
    http,
    dependencies,
    async close() {
      upkeep.stop()
      stopSampling()
      await backgroundSteps.close()
      webPages.close()
      const endRequests = async () => {
        await options.listener?.close()
        await http.close()
      }
      const endLive = async () => {
        await live.close()
        await visits.close()
      }
      await Promise.all([mcp.close(), endLive(), endRequests(), worker?.close(), deliverer?.close(maxDeliveryMs)])
      processing.close()
      await tokenUses.close()
      await mailer.close()
      await outbound.close()
      storageHealth.close()
      await cluster.close()
      await writePath.close()
      await db.close()
      await traces?.close()
    },
  }
}

function logOutages(storageHealth: StorageHealth, log: Logger): void {
  storageHealth.onChange = outage => {
    if (!outage) return log.info('the file storage is available again')
    const next = 'uploads and downloads respond with 503, and jobs wait until it is available again'
    log.error(
      { err: outage },
      `the file storage ${outage instanceof StorageFull ? 'is full' : 'is unavailable'}; ${next}`,
    )
  }
}

function serveDescriptions(http: HttpServer, tokens: AccessTokens): void {
  serveJsonDocument(http, ['/openapi.json', '/api/openapi.json'], openApiDocument)
  serveJsonDocument(http, ['/asyncapi.json'], asyncApiDocument)
  http.get('/.well-known/jwks.json', () => tokens.publicKeys())
}

function serveAllFiles(
  http: HttpServer,
  { db, files, fileKey }: Dependencies,
  previews: Previews,
  { limit }: Cluster,
): void {
  serveFiles(http, onlyServedFiles(files, db), fileKey)
  servePublishedFiles(http, { files, limit, findFile: findPublishedFile(db), findPicture: previews.ofPublished })
  const isSigned = (uid: string, query: URLSearchParams) => isThumbnailUrl(fileKey, uid, query)
  serveThumbnails(http, { files, isSigned, find: previews.ofWorkspace })
}

async function serveAllPages(http: HttpServer, dependencies: Dependencies, log: Logger): Promise<void> {
  const { config, db } = dependencies
  const { publicUrl } = config
  const settings = { routes: allPageRoutes(dependencies, log), publicUrl, errorPage }
  await servePageRoutes(http, settings)
  serveNotFound(http, settings)
  await serveBuiltPages(http, {
    folder: pagesFolder,
    paths: pagePaths,
    framing: ['workspace.html'],
    isSignedIn: cookies => isSignedIn({ db, publicUrl }, cookies),
    origin: { example: 'http://localhost:8080', real: publicUrl },
    markdownPage: 'docs.html',
  })
}
