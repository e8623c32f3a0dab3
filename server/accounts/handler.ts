// A handler is a function for one operation of the contract, tagged with how it accesses the database: `read` sees
// committed state, `write` gets one transaction and no other access, `steps` several of them, `change` uses the write path
// of objects, `open` needs no token. A missing, extra or mistyped handler does not compile.

import type { Readable } from 'node:stream'
import type { BodyOf, NamedOperation, Noun, Operations, ParametersOf, QueryOf, ReplyOf } from '@tessera/contract'
import type { TUnknown, TUnsafe } from 'typebox'
import type { FileStorage } from '../platform/files/index.ts'
import type { IdempotentCall, Replayed } from '../platform/idempotency/index.ts'
import type { AbuseLimits } from '../platform/limits/index.ts'
import type { Reader, Tx } from '../platform/sql/index.ts'
import type { Caller, Claim, LoadedTargets } from './access/index.ts'

interface Call<O> {
  readonly claim: Claim
  readonly params: O extends { path: string } ? ParametersOf<O> : never
  readonly body: BodyOf<O>
  readonly query: QueryOf<O>
  /** The path and query of the request, for paging links. */
  readonly url: string
}

/** The time of the request, ISO 8601. The write path takes its own time for each batch. */
interface TimedCall {
  readonly now: string
}

type LoadedFor<O> = O extends { needs: { load: infer Load extends keyof LoadedTargets } } ? LoadedTargets[Load] : never

export type ReadCall<O> = Call<O> & TimedCall & LoadedFor<O> & { readonly caller: Caller; readonly db: Reader }
export type WriteCall<O> = Call<O> &
  TimedCall &
  LoadedFor<O> & {
    readonly caller: Caller
    readonly tx: Tx
    readonly limits: AbuseLimits
    /** For uploads: the file of the form, already stored. */
    readonly file: UploadedFile | undefined
  }

/** For work that is too long for one transaction. An Idempotency-Key is ignored. */
export type StepsCall<O> = Call<O> & {
  /**
   * Runs a transaction like that of a `write` handler: it loads what the operation needs and checks the caller's
   * access.
   */
  readonly transact: <T>(work: (call: WriteCall<O>) => Promise<T>) => Promise<T>
}

export type ChangeCall<O> = Call<O> & {
  readonly limits: AbuseLimits
  /** The IP address of the client. */
  readonly address: string
  readonly ifMatch: number | undefined
  readonly idempotency: IdempotentCall | undefined
  /** For uploads: the file of the form, already stored. */
  readonly file: UploadedFile | undefined
  /** For uploads: stores another file, within the limit on storage. */
  readonly storeFile?: FileStorage['put'] | undefined
  /** Checks access before costly work. The write path checks it again in the transaction of the change. */
  readonly checkAccess: () => Promise<unknown>
  /**
   * The response stored under this call's idempotency key, for work that may have a different result the second time.
   */
  readonly findStoredResponse: () => Promise<Replayed | null>
}

/** A call without a token. */
export type OpenCall<O> = Omit<Call<O>, 'claim'> & {
  readonly db: Reader
  /** The IP address of the client. */
  readonly address: string
}

/** The reply of an operation whose row has `content`. */
export interface FileReply {
  /** The ETag, without quotes. */
  readonly tag: string
  /** The media type. */
  readonly type: string
  /** The file name when it is saved. */
  readonly name: string
  /** Called only if the client does not have this version. */
  readonly open: (making: FileCreation) => Promise<{ readonly size: number; readonly content: Readable }>
}

export interface FileCreation {
  /**
   * Adds the cost of creating the file to the rate limit, on top of the cost of the operation. Throws if the limit is
   * exceeded.
   */
  readonly charge: (cost: number) => void
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal
}

/** What a handler returns: the record of its row, or a file. */
export type HandlerReply<O> = O extends { content: readonly string[] } ? FileReply : ReplyOf<O>

/** A reply with an ETag: `reply` is called only if the client does not have this version. */
export interface TaggedReply<Reply> {
  readonly tag: string
  readonly reply: () => Promise<Reply>
}

type OpenReply<O> = O extends { content: readonly string[] } ? FileReply : TaggedReply<ReplyOf<O>>

export interface UploadedFile {
  readonly hash: string
  readonly size: number
  /** Its first bytes, by which its type is recognized. */
  readonly head: Buffer
  /** The name that the client has given it, if any. */
  readonly name?: string
}

/** A string is the reply as JSON, which is what the write path returns. */
type ChangeReply<O> = ReplyOf<O> | string | Replayed

/** Replaces the check of the body by the schema of the operation. Throws a BadRequest. */
export type ReadBody = (body: unknown) => Record<string, unknown>

export type Handler<O> =
  | { readonly how: 'read'; readonly run: (call: ReadCall<O>) => Promise<HandlerReply<O>> }
  | { readonly how: 'write'; readonly run: (call: WriteCall<O>) => Promise<ReplyOf<O>> }
  | { readonly how: 'steps'; readonly run: (call: StepsCall<O>) => Promise<ReplyOf<O>> }
  | {
      readonly how: 'change'
      readonly run: (call: ChangeCall<O>) => Promise<ChangeReply<O>>
      readonly readBody?: ReadBody | undefined
    }
  | { readonly how: 'open'; readonly run: (call: OpenCall<O>) => Promise<OpenReply<O>> }

export type Handlers<N extends Noun> = { readonly [Verb in keyof Operations[N]]: Handler<Operations[N][Verb]> }
export type AllHandlers = { readonly [N in Noun]: Handlers<N> }

/** The handler of any operation, for routes that know no operation by name. */
export type AnyHandler = Handler<AnyOperation>
export type AnyWriteCall = WriteCall<AnyOperation>
export type AnyOpenCall = OpenCall<AnyOperation>

interface AnyOperation {
  readonly path: string
  readonly body: TUnsafe<Record<string, unknown>>
  readonly query: TUnsafe<Record<string, unknown>>
  readonly reply: TUnknown
  readonly needs: { readonly load: 'nothing' }
}

/** The only place where the types of an operation are given up: its schemas check the call. */
export const findHandler = (handlers: AllHandlers, { noun, verb }: NamedOperation): AnyHandler =>
  (handlers[noun] as unknown as Readonly<Record<string, AnyHandler>>)[verb] as AnyHandler

export const read = <O>(run: (call: ReadCall<O>) => Promise<HandlerReply<O>>): Handler<O> => ({ how: 'read', run })
export const write = <O>(run: (call: WriteCall<O>) => Promise<ReplyOf<O>>): Handler<O> => ({ how: 'write', run })
export const steps = <O>(run: (call: StepsCall<O>) => Promise<ReplyOf<O>>): Handler<O> => ({ how: 'steps', run })
export const change = <O>(run: (call: ChangeCall<O>) => Promise<ChangeReply<O>>, readBody?: ReadBody): Handler<O> => ({
  how: 'change',
  run,
  readBody,
})
export const open = <O>(run: (call: OpenCall<O>) => Promise<OpenReply<O>>): Handler<O> => ({ how: 'open', run })
