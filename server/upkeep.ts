// Periodic cleanup of a running server: once an hour, rows past their retention time are deleted.

import type { Logger } from 'pino'
import { purgeCausedMails } from './accounts/mail/index.ts'
import { purgeNodes } from './api/index.ts'
import { sweepDeliveries } from './board/index.ts'
import { enqueueSweepIfDue } from './platform/files/index.ts'
import { purgeStoredResponses } from './platform/idempotency/index.ts'
import type { Database } from './platform/sql/index.ts'
import { purgeExports, purgeImports, sweepWebPages } from './rendering/index.ts'
import { purgeDeviceCodes, removeUnusedApplications } from './sign-in/index.ts'

const hourMs = 60 * 60 * 1_000

export function startUpkeep(db: Database, log: Logger, intervalMs = hourMs): { stop(): void } {
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch(error => log.warn({ err: error }, `failed to ${what}; retrying in 1 h`))
  const timer = setInterval(() => {
    attempt('purge idempotency records', purgeStoredResponses(db))
    attempt('enqueue the sweep of unused files', enqueueSweepIfDue(db))
    attempt('purge old deliveries', sweepDeliveries(db))
    attempt('remove expired exports', purgeExports(db))
    attempt('purge old imports', purgeImports(db))
    attempt('purge counted mails', purgeCausedMails(db))
    attempt('purge expired device codes', purgeDeviceCodes(db))
    attempt('purge the rows of nodes that are gone', purgeNodes(db))
    attempt('purge cached web page details', sweepWebPages(db))
    attempt('remove unused applications that registered themselves', removeUnusedApplications(db))
  }, intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
