// Creates a route for every operation of the contract: token, rate limit, parsing and validation, permissions, handler,
// serialization. It knows no operation by name.

import multipart from '@fastify/multipart'
import { allOperations, type NamedOperation, type Operation, Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import {
  batchedLookups,
  type Claim,
  getCaller,
  type Lookups,
  load,
  lockWorkspaces,
  notFound,
  requireAllowedByToken,
  type WorkspaceRow,
} from '../../accounts/access/index.ts'
import {
  type AllHandlers,
  type AnyHandler,
  type AnyWriteCall,
  type FileReply,
  findHandler,
  type ReadBody,
  type UploadedFile,
} from '../../accounts/handler.ts'
import { checkStorage, type FileStorage } from '../../platform/files/index.ts'
import {
  findStoredResponse,
  type IdempotentCall,
  Replayed,
  retryIfStoredMeanwhile,
  storeResponses,
} from '../../platform/idempotency/index.ts'
import { type AbuseLimits, costOf, costOfReply, type RateLimit } from '../../platform/limits/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'
import { isoNow, type Semaphore } from '../../tools/index.ts'
import { showAllowance, startCharging } from './apply-allowance.ts'
import { compileSerializer } from './compile-serializer.ts'
import { idempotencyGuard } from './idempotency-key.ts'
import { problemOf, sendProblem } from './problem-reply.ts'
import { bodyReader, type Params, paramsReader, queryReader, readIdempotencyKey, readIfMatch } from './read-request.ts'
import { sendFileReply } from './send-file-reply.ts'
import { servePublic } from './serve-public.ts'
import { shareReads } from './share-reads.ts'
import { stringifyInChunks } from './stringify-in-chunks.ts'
import { readInTurn, runInSlot } from './take-turns.ts'
import type { UploadRoom } from './upload-room.ts'
import { type ReceivedForm, receiveForm } from './uploads.ts'

export interface OperationSettings {
  readonly db: Database
  readonly files: FileStorage
  readonly uploadRoom: UploadRoom
  readonly handlers: AllHandlers
  /** The claim of the token in an Authorization header. Throws Unauthorized. */
  readonly verify: (authorization: string | undefined) => Claim | Promise<Claim>
  /** Requests per user, counted together with the live socket. */
  readonly limit: RateLimit
  /** Requests of a user at the same time. */
  readonly slots: Semaphore<number>
  readonly limits: AbuseLimits
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim of the verified token. */
    claim?: Claim
    /** Called when the upload is committed or refused. */
    endUpload?: () => void
  }
}

const basePath = '/api'
const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

export function serveOperations(app: FastifyInstance, domain: OperationSettings): void {
  const { limit } = domain
  const lookups = batchedLookups(domain.db.read)
  const allowed = new Map<string, HTTPMethods[]>()
  app.decorateRequest('claim', undefined)
  app.decorateRequest('cost', 0)
  app.decorateRequest('charge', undefined)
  app.decorateRequest('endUpload', undefined)
  const uploads: RouteOptions[] = []
  for (const operation of allOperations) {
    const url = basePath + operation.path
    const route = { method: operation.method, url, ...serve(operation, domain, limit, lookups) }
    if (operation.upload) uploads.push(route)
    else app.route(route)
    allowed.set(url, [...(allowed.get(url) ?? []), operation.method])
  }
  // Registered in their own scope: the multipart plugin slows down every request of its scope.
  app.register(async scope => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of uploads) scope.route(route)
  })
  for (const [url, known] of allowed) rejectOtherMethods(app, url, known)
}

function rejectOtherMethods(app: FastifyInstance, url: string, known: HTTPMethods[]): void {
  const allow = known.includes('GET') ? [...known, 'HEAD'] : known
  const others = methods.filter(method => !known.includes(method))
  if (others.length === 0) return
  app.route({
    method: others,
    url,
    // Responds before the body is read, because the request is not charged for it.
    onRequest: (_request, reply) => {
      reply.header('allow', allow.join(', '))
      sendProblem(reply, new Problem('MethodNotAllowed', `Method not allowed. Allowed: ${allow.join(', ')}`), 'A')
    },
    handler: () => {},
  })
}

function serve(operation: NamedOperation, domain: OperationSettings, limit: RateLimit, lookups: Lookups) {
  const handler = findHandler(domain.handlers, operation)
  const read = requestReader(operation, domain, handler.how === 'change' ? handler.readBody : undefined)
  const stringify = stringifier(operation)
  if (handler.how === 'open') return servePublic(operation, handler.run, { db: domain.db, limit, stringify })
  const run = runner(operation, handler, domain, { stringify, lookups })
  const cost = costOf(operation)
  const runAndStringify = async (received: ReceivedRequest) => {
    const result = await run(received)
    if (result instanceof Replayed || typeof result === 'string') return result
    return cost.isLarge(received.query) ? await stringifyInChunks(result, stringify) : stringify(result)
  }
  // A file is not shared between requests: each response consumes its stream.
  const respond: (received: ReceivedRequest) => Promise<string | Replayed | FileReply> = operation.content
    ? async received => (await run(received)) as FileReply
    : handler.how === 'read'
      ? shareReads(readInTurn<ReceivedRequest, string | Replayed>(({ query }) => cost.isLarge(query), runAndStringify))
      : runAndStringify
  // An upload holds no slot: it lasts as long as the client sends, and has limits of its own.
  const respondInSlot = operation.upload ? respond : runInSlot(domain.slots, respond)
  const respondTo = async (request: FastifyRequest, reply: FastifyReply) => {
    const claim = request.claim as Claim
    const reading = read(request, claim)
    const received = reading instanceof Promise ? await reading : reading
    const more = cost.ofBody(received.body)
    if (more > 0) request.charge?.(more)
    const result = await respondInSlot(received)
    if (typeof result === 'object' && 'open' in result) {
      const charge = (more: number) => request.charge?.(more)
      return await sendFileReply(request, reply, result, { caching: 'private, no-cache', charge })
    }
    const rest = typeof result === 'string' ? costOfReply(result.length) - request.cost : 0
    if (rest > 0) showAllowance(reply, limit.take(claim.user_id, rest, request.cost))
    reply.header('content-type', 'application/json; charset=utf-8')
    if (result instanceof Replayed)
      return reply.code(result.status).header('idempotent-replayed', 'true').send(result.body)
    return reply.code(operation.status).send(result)
  }
  return {
    // The token is checked before the body is read. Most tokens were verified before, and then this is synchronous.
    onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | undefined {
      const accept = (claim: Claim) => {
        request.claim = claim
        const before = cost.before(request.query as Record<string, unknown>)
        startCharging(request, reply, { limit, key: claim.user_id, cost: before })
      }
      const verified = domain.verify(request.headers.authorization)
      if (verified instanceof Promise) return verified.then(accept)
      accept(verified)
      done()
      return undefined
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      if (!operation.upload) return await respondTo(request, reply)
      try {
        return await respondTo(request, reply)
      } finally {
        request.endUpload?.()
      }
    },
    async errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const first = await mostImportantError(error, request.claim, operation, domain.db.read)
      return sendProblem(reply, first, operation.errors)
    },
  }
}

/** Compiled on first use: most operations are rarely called, and each serializer costs memory and startup time. */
function stringifier({ reply }: Operation): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return value => {
    compiled ??= compileSerializer(reply)
    return compiled(value)
  }
}

const codesBeforeAuthorization: readonly string[] = [
  'BadRequest',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'ResourceNotFound',
]

/** A revoked token, and one that does not allow the operation, take precedence over any other error. */
async function mostImportantError(
  error: unknown,
  claim: Claim | undefined,
  operation: Operation,
  db: Reader,
): Promise<unknown> {
  if (!claim || !codesBeforeAuthorization.includes(problemOf(error).code)) return error
  try {
    requireAllowedByToken(await getCaller(db, claim), operation, null)
    return error
  } catch (reason) {
    return reason
  }
}

interface ReceivedRequest {
  readonly claim: Claim
  readonly params: Params
  readonly body: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly url: string
  readonly address: string
  readonly file: UploadedFile | undefined
  readonly storeFile?: FileStorage['put']
  readonly ifMatch: number | undefined
  readonly idempotencyKey: string | undefined
}

function requestReader(operation: Operation, domain: OperationSettings, readOwnBody?: ReadBody) {
  const readParams = paramsReader(operation)
  const readQuery = queryReader(operation.query)
  const readBody = readOwnBody ?? bodyReader(operation)
  const isGuarded = operation.method === 'PUT' || operation.method === 'DELETE'
  const isPost = operation.method === 'POST'
  const receive = (request: FastifyRequest, claim: Claim, params: Params, form?: ReceivedForm): ReceivedRequest => ({
    claim,
    params,
    body: readBody(form ? form.fields : request.body),
    query: readQuery(request.query),
    url: request.url,
    address: request.ip,
    file: form?.file,
    ifMatch: isGuarded ? readIfMatch(request.headers['if-match']) : undefined,
    idempotencyKey: isPost ? readIdempotencyKey(request.headers['idempotency-key']) : undefined,
  })
  const receiveUpload = async (request: FastifyRequest, claim: Claim, params: Params) => {
    // Nothing is stored before the caller is known to have permission, and the organization to have enough storage
    // left.
    const loaded = await load(domain.db.read, claim, operation, params, {})
    if (!('workspace' in loaded))
      return receive(request, claim, params, await receiveForm(request, operation, domain.files.put))
    const { organization_id } = loaded.workspace as WorkspaceRow
    await checkStorage(domain.db.read, organization_id, fileLength(request), domain.limits.storageLimitBytes)
    const { put, release } = domain.uploadRoom.open(organization_id)
    request.endUpload = release
    return { ...receive(request, claim, params, await receiveForm(request, operation, put)), storeFile: put }
  }
  return (request: FastifyRequest, claim: Claim): ReceivedRequest | Promise<ReceivedRequest> => {
    const params = readParams(request.params as Record<string, string>, claim.user_id)
    if (!params) throw notFound('resource')
    if (operation.upload) return receiveUpload(request, claim, params)
    return receive(request, claim, params)
  }
}

/** What remains of the form without its other parts, whose length is not known; at least one byte. */
const fileLength = ({ headers }: FastifyRequest) =>
  Math.max(1, Number(headers['content-length'] ?? 0) - maxFormOverhead)
const maxFormOverhead = 10_000

/** Runs a handler of each type with the database access it is allowed. */
function runner(
  operation: Operation,
  handler: Exclude<AnyHandler, { how: 'open' }>,
  { db, limits }: OperationSettings,
  { stringify, lookups }: { stringify: (reply: unknown) => string; lookups: Lookups },
) {
  const keyed = idempotencyGuard(operation)
  const now = isoNow
  if (handler.how === 'read') {
    return async (received: ReceivedRequest) => {
      const loaded = await load(db.read, received.claim, operation, received.params, received.body, lookups)
      return await handler.run({ ...received, ...loaded, db: db.read, now: now() })
    }
  }
  if (handler.how === 'change') {
    return (received: ReceivedRequest) =>
      keyed(received, idempotency => {
        const findStored = async () => (idempotency ? await findStoredResponse(db.read, idempotency, now()) : null)
        const checkAccess = () => load(db.read, received.claim, operation, received.params, received.body)
        return handler.run({ ...received, limits, idempotency, checkAccess, findStoredResponse: findStored })
      })
  }
  const inTransaction = async <T>(tx: Tx, received: ReceivedRequest, work: (call: AnyWriteCall) => Promise<T>) => {
    if (operation.needs.load === 'workspace') await lockWorkspaces(tx, [received.params.workspace_id as string])
    const loaded = await load(tx, received.claim, operation, received.params, received.body)
    return await work({ ...received, ...loaded, tx, limits, now: now() })
  }
  if (handler.how === 'steps') {
    return (received: ReceivedRequest) => {
      const transact = <T>(work: (call: AnyWriteCall) => Promise<T>) =>
        db.write(tx => inTransaction(tx, received, work))
      return handler.run({ ...received, transact })
    }
  }
  return (received: ReceivedRequest) =>
    keyed(received, idempotency =>
      idempotency
        ? retryIfStoredMeanwhile(() =>
            db.write(tx =>
              runOnce(tx, operation, received, { call: idempotency, now: now() }, async () =>
                stringify(await inTransaction(tx, received, handler.run)),
              ),
            ),
          )
        : db.write(tx => inTransaction(tx, received, handler.run)),
    )
}

/** Stores the result of the operation for retries, in the same transaction. */
async function runOnce(
  tx: Tx,
  operation: Operation,
  { claim, params, body }: ReceivedRequest,
  { call, now }: { call: IdempotentCall; now: string },
  run: () => Promise<string>,
): Promise<string | Replayed> {
  const stored = await findStoredResponse(tx, call, now)
  if (stored) {
    // A revoked token, and one that does not allow the operation, do not get the stored response either.
    const caller = await getCaller(tx, claim)
    requireAllowedByToken(caller, operation, body)
    if (caller.only_workspace_id !== null) await load(tx, claim, operation, params, body)
    return stored
  }
  const reply = await run()
  await storeResponses(tx, [{ call, reply }], now)
  return reply
}
