// What a handler is: a function for one row of the contract's table, tagged with how it reaches the database.
// `read` sees committed state, `write` gets one transaction and no other way in, `change` goes through the write path
// that objects share, `open` is for anyone. A missing, extra or mistyped handler does not compile.

import type { BodyOf, Noun, Operations, ParametersOf, QueryOf, ReplyOf } from '@tessera/contract'
import type { Caller, Claim, Loaded } from './access/access.ts'
import type { Reader, Tx } from './db/database.ts'

interface Call<O> {
  readonly claim: Claim
  readonly params: O extends { path: string } ? ParametersOf<O> : never
  readonly body: BodyOf<O>
  readonly query: QueryOf<O>
  /** The path and query of the request, for paging links. */
  readonly url: string
}

/** When the request is answered as having happened, ISO 8601. The write path has a time of its own for each batch. */
interface Timed {
  readonly now: string
}

type LoadedFor<O> = O extends { needs: { load: infer Load extends keyof Loaded } } ? Loaded[Load] : never

export type ReadCall<O> = Call<O> & Timed & LoadedFor<O> & { readonly caller: Caller; readonly db: Reader }
export type WriteCall<O> = Call<O> & Timed & LoadedFor<O> & { readonly caller: Caller; readonly tx: Tx }

export type ChangeCall<O> = Call<O> & {
  readonly ifMatch: number | undefined
  readonly idempotency: IdempotentCall | undefined
  /** For uploads: the file of the form, already stored and counted. */
  readonly file: UploadedFile | undefined
  /** Says no before anything costly; the write path asks again with the change itself. */
  readonly checkAccess: () => Promise<unknown>
  /** The answer that was given before under this call's key: asked before what may turn out otherwise a second time. */
  readonly findStoredResponse: () => Promise<Replayed | null>
}

/** Without a token: whoever calls is nobody in particular. */
export type OpenCall<O> = Omit<Call<O>, 'claim'> & { readonly db: Reader }

/** An answer under the name of its content: it is made only for those who do not have it yet. */
export interface Tagged<Reply> {
  readonly tag: string
  readonly reply: () => Promise<Reply>
}

export interface UploadedFile {
  readonly hash: string
  readonly size: number
  /** Its first bytes, which tell what it is. */
  readonly head: Buffer
}

/** The key a client sent, for the answer it will be given again. */
export interface IdempotentCall {
  readonly user_id: number
  readonly path: string
  readonly key: string
  readonly body_hash: string
  readonly status: number
  /** Also that the rules refused it is remembered as its answer. */
  readonly areRefusalsStored?: boolean | undefined
}

/** An answer given before, to be sent as it was. */
export class Replayed {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}

/** A string is the reply as JSON: the write path's own. */
type Changed<O> = ReplyOf<O> | string | Replayed

export type Handler<O> =
  | { readonly how: 'read'; readonly run: (call: ReadCall<O>) => Promise<ReplyOf<O>> }
  | { readonly how: 'write'; readonly run: (call: WriteCall<O>) => Promise<ReplyOf<O>> }
  | { readonly how: 'change'; readonly run: (call: ChangeCall<O>) => Promise<Changed<O>> }
  | { readonly how: 'open'; readonly run: (call: OpenCall<O>) => Promise<Tagged<ReplyOf<O>>> }

export type Handlers<N extends Noun> = { readonly [Verb in keyof Operations[N]]: Handler<Operations[N][Verb]> }
export type AllHandlers = { readonly [N in Noun]: Handlers<N> }

export const read = <O>(run: (call: ReadCall<O>) => Promise<ReplyOf<O>>): Handler<O> => ({ how: 'read', run })
export const write = <O>(run: (call: WriteCall<O>) => Promise<ReplyOf<O>>): Handler<O> => ({ how: 'write', run })
export const change = <O>(run: (call: ChangeCall<O>) => Promise<Changed<O>>): Handler<O> => ({
  how: 'change',
  run,
})
export const open = <O>(run: (call: OpenCall<O>) => Promise<Tagged<ReplyOf<O>>>): Handler<O> => ({ how: 'open', run })
