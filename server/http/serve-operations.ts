// Every row of the contract's table becomes a route here: the token, the limits, what goes in, what the caller needs,
// the handler, what comes out. No noun is known by name.

import multipart from '@fastify/multipart'
import { allOperations, type NamedOperation, type Operation, Problem } from '@tessera/contract'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { batchedLookups, type Claim, getCaller, type Lookups, load, notFound } from '../access/access.ts'
import { lockWorkspaces } from '../access/access-store.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { AllHandlers, Handler, IdempotentCall, UploadedFile } from '../handler.ts'
import { type ReadBody, Replayed } from '../handler.ts'
import { findStoredResponse, retryIfStoredMeanwhile, storeResponses } from '../idempotency/stored-responses.ts'
import { isoNow } from '../iso-now.ts'
import { idempotencyGuard } from './idempotency-key.ts'
import { problemOf, sendProblem } from './problem-reply.ts'
import { applyAllowance, type RateLimit } from './rate-limit.ts'
import { bodyReader, type Params, paramsReader, queryReader, readIdempotencyKey, readIfMatch } from './read-request.ts'
import { servePublic } from './serve-public.ts'
import { shareReads } from './share-reads.ts'
import { type ReceivedForm, receiveForm } from './uploads.ts'

export interface OperationSettings {
  readonly db: Database
  readonly files: FileStorage
  readonly handlers: AllHandlers
  /** What the token in an Authorization header says. Throws Unauthorized. */
  readonly verify: (authorization: string | undefined) => Claim | Promise<Claim>
  /** How many requests a user may make; every door counts. */
  readonly limit: RateLimit
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the token says, once it has been verified. */
    claim?: Claim
  }
}

const basePath = '/api'
const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

export function serveOperations(app: FastifyInstance, domain: OperationSettings): void {
  const { limit } = domain
  const lookups = batchedLookups(domain.db.read)
  const allowed = new Map<string, HTTPMethods[]>()
  app.decorateRequest('claim', undefined)
  const uploads: RouteOptions[] = []
  for (const operation of allOperations) {
    const url = basePath + operation.path
    const route = { method: operation.method, url, ...serve(operation, domain, limit, lookups) }
    if (operation.upload) uploads.push(route)
    else app.route(route)
    allowed.set(url, [...(allowed.get(url) ?? []), operation.method])
  }
  // Apart: reading forms costs every request of its scope something, whether it brings one or not.
  app.register(async scope => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of uploads) scope.route(route)
  })
  for (const [url, known] of allowed) refuseOtherMethods(app, url, known)
}

function refuseOtherMethods(app: FastifyInstance, url: string, known: HTTPMethods[]): void {
  const allow = known.includes('GET') ? [...known, 'HEAD'] : known
  const others = methods.filter(method => !known.includes(method))
  if (others.length === 0) return
  app.route({
    method: others,
    url,
    handler: (_request, reply) => {
      reply.header('allow', allow.join(', '))
      return sendProblem(reply, new Problem('MethodNotAllowed', `This address takes ${allow.join(', ')}`), 'A')
    },
  })
}

function serve(operation: NamedOperation, domain: OperationSettings, limit: RateLimit, lookups: Lookups) {
  const handler = (domain.handlers[operation.noun] as Record<string, Handler<never>>)[operation.verb] as Handler<never>
  const read = requestReader(operation, domain, handler.how === 'change' ? handler.readBody : undefined)
  const stringify = stringifier(operation)
  if (handler.how === 'open') return servePublic(operation, handler.run, { db: domain.db, limit, stringify })
  const run = runner(operation, handler, domain, { stringify, lookups })
  const answer = async (received: Received) => {
    const result = await run(received)
    return result instanceof Replayed || typeof result === 'string' ? result : stringify(result)
  }
  const answerTo = handler.how === 'read' ? shareReads(answer) : answer
  return {
    // Before a byte of the body is read. A token is nearly always one that was seen before: then nobody waits.
    onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | undefined {
      const admit = (claim: Claim) => {
        request.claim = claim
        applyAllowance(reply, limit.take(claim.user_id))
      }
      const verified = domain.verify(request.headers.authorization)
      if (verified instanceof Promise) return verified.then(admit)
      admit(verified)
      done()
      return undefined
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const received = read(request, request.claim as Claim)
      const answered = await answerTo(received instanceof Promise ? await received : received)
      reply.header('content-type', 'application/json; charset=utf-8')
      if (answered instanceof Replayed)
        return reply.code(answered.status).header('idempotent-replayed', 'true').send(answered.body)
      return reply.code(operation.status).send(answered)
    },
    async errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const fault = await foremost(error, request.claim, domain.db.read)
      return sendProblem(reply, fault, operation.errors)
    },
  }
}

/** Compiled when it is first needed: few operations ever are, and each costs memory and a part of the start. */
function stringifier({ reply }: Operation): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return value => {
    compiled ??= fastJson(reply as never) as (value: unknown) => string
    return compiled(value)
  }
}

const foundBeforeAsking: readonly string[] = [
  'BadRequest',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'ResourceNotFound',
]

/** A token that is no longer good comes before whatever else is wrong. */
async function foremost(error: unknown, claim: Claim | undefined, db: Reader): Promise<unknown> {
  if (!claim || !foundBeforeAsking.includes(problemOf(error).code)) return error
  return await getCaller(db, claim).then(
    () => error,
    reason => reason,
  )
}

interface Received {
  readonly claim: Claim
  readonly params: Params
  readonly body: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly url: string
  readonly file: UploadedFile | undefined
  readonly ifMatch: number | undefined
  readonly idempotencyKey: string | undefined
}

function requestReader(operation: Operation, domain: OperationSettings, readOwnBody?: ReadBody) {
  const readParams = paramsReader(operation)
  const readQuery = queryReader(operation.query)
  const readBody = readOwnBody ?? bodyReader(operation)
  const isGuarded = operation.method === 'PUT' || operation.method === 'DELETE'
  const isPost = operation.method === 'POST'
  const receive = (request: FastifyRequest, claim: Claim, params: Params, form?: ReceivedForm): Received => ({
    claim,
    params,
    body: readBody(form ? form.fields : request.body),
    query: readQuery(request.query),
    url: request.url,
    file: form?.file,
    ifMatch: isGuarded ? readIfMatch(request.headers['if-match']) : undefined,
    idempotencyKey: isPost ? readIdempotencyKey(request.headers['idempotency-key']) : undefined,
  })
  const receiveUpload = async (request: FastifyRequest, claim: Claim, params: Params) => {
    // Nobody's bytes are stored before they are known to be welcome.
    await load(domain.db.read, claim, operation.needs, params, {})
    return receive(request, claim, params, await receiveForm(request, operation, domain.files))
  }
  return (request: FastifyRequest, claim: Claim): Received | Promise<Received> => {
    const params = readParams(request.params as Record<string, string>, claim.user_id)
    if (!params) throw notFound('resource')
    if (operation.upload) return receiveUpload(request, claim, params)
    return receive(request, claim, params)
  }
}

/** How a handler of each sort is run, with what it is promised. */
function runner(
  operation: Operation,
  handler: Exclude<Handler<never>, { how: 'open' }>,
  { db }: OperationSettings,
  { stringify, lookups }: { stringify: (reply: unknown) => string; lookups: Lookups },
) {
  const keyed = idempotencyGuard(operation)
  const now = isoNow
  if (handler.how === 'read') {
    return async (received: Received) => {
      const loaded = await load(db.read, received.claim, operation.needs, received.params, received.body, lookups)
      return await handler.run({ ...received, ...loaded, db: db.read, now: now() } as never)
    }
  }
  if (handler.how === 'change') {
    return (received: Received) =>
      keyed(received, idempotency => {
        const given = async () => (idempotency ? await findStoredResponse(db.read, idempotency, now()) : null)
        const checkAccess = () => load(db.read, received.claim, operation.needs, received.params, received.body)
        return handler.run({ ...received, idempotency, checkAccess, findStoredResponse: given } as never)
      })
  }
  const inTransaction = async (tx: Tx, received: Received) => {
    if (operation.needs.load === 'workspace') await lockWorkspaces(tx, [received.params.workspace_id as string])
    const loaded = await load(tx, received.claim, operation.needs, received.params, received.body)
    return (await handler.run({ ...received, ...loaded, tx, now: now() } as never)) as unknown
  }
  return (received: Received) =>
    keyed(received, idempotency =>
      idempotency
        ? retryIfStoredMeanwhile(() =>
            db.write(tx =>
              answerOnce(tx, received.claim, idempotency, now(), async () =>
                stringify(await inTransaction(tx, received)),
              ),
            ),
          )
        : db.write(tx => inTransaction(tx, received)),
    )
}

/** The deed and the answer that will be given again, in one transaction. */
async function answerOnce(
  tx: Tx,
  claim: Claim,
  call: IdempotentCall,
  now: string,
  run: () => Promise<string>,
): Promise<string | Replayed> {
  const given = await findStoredResponse(tx, call, now)
  // The first answer is for whoever's token still holds.
  if (given) await getCaller(tx, claim)
  if (given) return given
  const reply = await run()
  await storeResponses(tx, [{ call, reply }], now)
  return reply
}
