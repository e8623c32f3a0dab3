// Creates spans for what a request waits for: changes, transactions, stored files and outgoing requests; and for jobs.
// Called once, when the server opens with tracing on; the traced parts do not know about it.

import type { FileStorage } from '../files/index.ts'
import type { JobHandler, JobHandlers, JobName } from '../jobs/index.ts'
import type { LazyOutbound } from '../outbound/index.ts'
import type { Database } from '../sql/index.ts'
import { type Traces, traced } from './traces.ts'

interface TracedParts {
  readonly db: Database
  readonly files: FileStorage
  readonly outbound: LazyOutbound
  readonly writePath: { submit: (request: never) => Promise<unknown> }
}

export function traceParts({ db, files, outbound, writePath }: TracedParts, traces: Traces): void {
  traceDatabase(db, writePath, traces)
  traceFiles(files, traces)
  traceOutbound(outbound, traces)
}

function traceDatabase(db: Database, writePath: TracedParts['writePath'], traces: Traces): void {
  const attributes = { 'db.system.name': db.engine === 'sqlite' ? 'sqlite' : 'postgresql' }
  const write = db.write.bind(db)
  db.write = work => traced(traces, 'transaction', { kind: 'client', attributes }, () => write(work))
  const submit = writePath.submit.bind(writePath)
  writePath.submit = request =>
    traced(traces, 'commit', { kind: 'client', attributes: { ...attributes, ...sizeOf(request) } }, () =>
      submit(request),
    )
}

const sizeOf = ({ changes }: { changes: readonly unknown[] }) => ({ 'tessera.changes': changes.length })

function traceFiles(files: FileStorage, traces: Traces): void {
  const put = files.put.bind(files)
  files.put = (...args) => traced(traces, 'store file', { kind: 'client' }, () => put(...args))
  const open = files.open.bind(files)
  files.open = (...args) => traced(traces, 'open file', { kind: 'client' }, () => open(...args))
}

/** The header traceparent is sent to the receiver, so that its spans continue the trace. */
function traceOutbound(outbound: LazyOutbound, traces: Traces): void {
  const optionsFor = (method: string, url: string) => ({
    kind: 'client' as const,
    attributes: { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? '' },
  })
  const guardedFetch = outbound.guardedFetch.bind(outbound)
  outbound.guardedFetch = (url, request) => {
    const method = request.method ?? 'GET'
    return traced(traces, method, optionsFor(method, url), async span => {
      const headers = { ...request.headers, traceparent: span.traceparent }
      const response = await guardedFetch(url, { ...request, headers })
      span.setAttributes({ 'http.response.status_code': response.status })
      return response
    })
  }
  const open = outbound.open.bind(outbound)
  outbound.open = async () => {
    const opened = await open()
    return {
      ...opened,
      post: (target, request) =>
        traced(traces, 'deliver webhook', { ...optionsFor('POST', target.origin), isRoot: true }, async span => {
          const headers = [...request.headers, 'traceparent', span.traceparent]
          const response = await opened.post(target, { ...request, headers })
          span.setAttributes({ 'http.response.status_code': response.status })
          if (response.status >= 400) span.fail(`status ${response.status}`)
          return response
        }),
    }
  }
}

/** A job starts its own trace: the request that enqueued it does not wait for it. */
export function traceJobs<Handlers extends Partial<JobHandlers>>(handlers: Handlers, traces: Traces): Handlers {
  const traceJob =
    <Name extends JobName>(handler: JobHandler<Name>): JobHandler<Name> =>
    (job, signal) =>
      traced(
        traces,
        `job ${job.name}`,
        {
          kind: 'consumer',
          isRoot: true,
          attributes: { 'tessera.job.id': job.id, 'tessera.job.name': job.name, 'tessera.job.attempt': job.attempt },
        },
        () => handler(job, signal),
      )
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, traceJob(handler as JobHandler<JobName>)]),
  ) as unknown as Handlers
}

/** A change over the live socket starts a trace, like a request. */
export function traceLiveChanges<Domain extends { readonly change: (call: never) => Promise<unknown> }>(
  domain: Domain,
  traces: Traces,
): Domain {
  const change = (call: never) =>
    traced(traces, 'live change', { kind: 'server', isRoot: true }, () => domain.change(call))
  return { ...domain, change }
}
