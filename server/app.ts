// The composition root: the one file where the parts meet.

import type { Logger } from 'pino'
import { getBearerToken } from './access/bearer-token.ts'
import { openCluster } from './cluster.ts'
import { nodeIdOf } from './db/node-id.ts'
import type { Dependencies } from './dependencies.ts'
import { enqueueSweepIfDue } from './files/enqueue-sweep.ts'
import { serveBuiltPages } from './http/built-pages.ts'
import { serveFiles } from './http/file-route.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveNotFound, servePageRoutes } from './http/page-routes.ts'
import { servePublishedFiles } from './http/published-file-route.ts'
import { serveOperations } from './http/serve-operations.ts'
import { type HttpServer, openServer } from './http/server.ts'
import { serveStatus } from './http/status-routes.ts'
import { serveThumbnails } from './http/thumbnail-route.ts'
import { forgetOldAnswers } from './idempotency/answers.ts'
import type { Clock } from './jobs/clock.ts'
import { jobFigures } from './jobs/job-metrics.ts'
import { openWorker } from './jobs/worker.ts'
import { openDeliverer } from './listeners/deliverer.ts'
import { DeliveryCounts, deliveryFigures } from './listeners/delivery-metrics.ts'
import { sweepDeliveries } from './listeners/sweep-deliveries.ts'
import { serveLive, type Timing } from './live/live.ts'
import { Roster } from './live/roster.ts'
import { openMailer } from './mail/mailer.ts'
import { errorPage } from './pages/error-page.ts'
import { openPreviews } from './previews/previews.ts'
import { isThumbnailAddress } from './previews/thumbnail-address.ts'
import type { Limits } from './processing/limits.ts'
import { openProcessing, type Processing } from './processing/processing.ts'
import { findPublishedFile } from './publishing/viewer-routes.ts'
import { isSignedIn } from './sessions/visit.ts'
import { openWebPages, sweepWebPages } from './web-pages/web-pages.ts'
import { handlersOf, jobHandlersOf, liveDomainOf, pageRoutesOf, pagesFolder } from './wiring.ts'
import { openVisitBook } from './workspaces/visit-book.ts'

export interface App {
  readonly http: HttpServer
  readonly dependencies: Dependencies
  /** Takes no new requests, finishes those under way, lets go of everything. */
  close(): Promise<void>
}

export interface AppOptions {
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

const hourMs = 60 * 60 * 1_000

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

export async function openApp(parts: Dependencies, log: Logger, running: AppOptions = {}): Promise<App> {
  const { config, db, files, tokens, fileKey } = parts
  const { hasWorker = true, hasProcessing = true, processingLimits = {}, timing, delivery } = running
  const http = await openServer({ ...config, log })
  const processing = openProcessing({ ...config, db, files, log, limits: processingLimits })
  const previews = openPreviews({ db, files, drawIn: processing.drawIn, log })
  const webPages = openWebPages(webPageParts(parts, processing, log))
  const visits = openVisitBook({ db, log })
  const between = await openCluster(parts, log)
  const roster = new Roster()
  const handlers = handlersOf(parts, { roster, processing, webPages })
  const verify = (authorization: string | undefined) => tokens.verifyAccessToken(getBearerToken(authorization))
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
  const pages = { routes: pageRoutesOf(parts), publicUrl: config.publicUrl, failurePage: errorPage }
  await servePageRoutes(http, pages)
  serveNotFound(http, pages)
  await serveBuiltPages(http, {
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
    dependencies: parts,
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
      await parts.writePath.close()
      await db.close()
    },
  }
}

const webPageParts = ({ config, db, files, outbound }: Dependencies, { makePicture }: Processing, log: Logger) => ({
  db,
  files,
  guardedFetch: outbound.guardedFetch,
  makePicture,
  publicUrl: config.publicUrl,
  log,
})
