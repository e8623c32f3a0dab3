// What a page is to the parts that make one: a method, an address, and a function from what was sent to what is answered.
// It knows nothing of the HTTP server: http/page-routes.ts serves these, with the headers that keep pages safe.

import type { Problem } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'
import type { Html } from './html.ts'

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** How faults that nobody foresaw are told: as a page, or in the shape of the API's errors. */
  readonly errorFormat: 'html' | 'json'
  /** Where they are told in a shape of its own. */
  fail?(problem: Problem, status: number): PageReply
  run(call: PageCall): Promise<PageReply>
}

export interface PageCall {
  /** The path and query of the request. */
  readonly url: string
  readonly query: URLSearchParams
  /** The fields of a form; none where the body was something else. */
  readonly form: URLSearchParams
  /** The body where it was JSON. */
  readonly json: unknown
  readonly cookies: ReadonlyMap<string, string>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the browser says that the request comes from one of our own pages, or does not say. */
  readonly isSameOrigin: boolean
  /** The client's address. */
  readonly address: string
  readonly userAgent: string
  /** In which the person reads. */
  readonly language: Language
  /** ISO 8601. */
  readonly now: string
}

/** What a page must know of the call to speak the right language, and to be shown again in another. */
export type PageContext = Pick<PageCall, 'language' | 'url'>

export interface Cookie {
  readonly name: string
  readonly value: string
  /** Until the browser is closed, where it is not given. */
  readonly maxAgeSeconds?: number
  /** Scripts of ours may read it. */
  readonly isReadable?: true
}

interface Sent {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly Cookie[]
}

export type PageReply = Sent &
  (
    | {
        readonly html: Html
        /** Where the forms of this page may lead besides our own addresses: sources of the policy's form-action. */
        readonly formTargets?: readonly string[]
        /** For a page with scripts of ours that anybody may show in a frame. There is nothing on it to be tricked into. */
        readonly isEmbeddable?: true
      }
    | { readonly redirect: string }
    | { readonly json: unknown }
    | { readonly file: { readonly type: string; readonly body: string | Buffer } }
  )
