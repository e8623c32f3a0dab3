// A page route: a method, a path, and a function from request to response. It does not know the HTTP server:
// http/page-routes.ts serves these routes, with the headers that keep pages safe.

import type { Problem } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'
import type { Html } from './html.ts'

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** How unexpected errors are shown: as a page, or as the API's JSON errors. */
  readonly errorFormat: 'html' | 'json'
  /** Builds the error reply of this page, instead of the format above. */
  fail?(problem: Problem, status: number): PageReply
  run(call: PageCall): Promise<PageReply>
}

export interface PageCall {
  /** The path and query of the request. */
  readonly url: string
  readonly query: URLSearchParams
  /** The fields of a form; empty if the body is something else. */
  readonly form: URLSearchParams
  /** The body if it is JSON. */
  readonly json: unknown
  readonly cookies: ReadonlyMap<string, string>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** False if the browser says that the request comes from another site. */
  readonly isSameOrigin: boolean
  /** The IP address of the client. */
  readonly address: string
  /** False if it came from another machine or through a proxy. */
  readonly isFromThisMachine: boolean
  readonly userAgent: string
  /** The language of the page. */
  readonly language: Language
  /** ISO 8601. */
  readonly now: string
}

/** What a page needs to render in the right language and to link to itself in another one. */
export type PageContext = Pick<PageCall, 'language' | 'url'>

export interface Cookie {
  readonly name: string
  readonly value: string
  /** Without it the cookie lasts until the browser is closed. */
  readonly maxAgeSeconds?: number
  /** Our scripts may read it: it is not HttpOnly. */
  readonly isReadable?: true
}

interface ReplyHead {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly Cookie[]
}

export type PageReply = ReplyHead &
  (
    | {
        readonly html: Html
        /** Other origins that the forms of this page may lead to, for form-action of the Content-Security-Policy. */
        readonly formTargets?: readonly string[]
        /** Runs our own scripts. */
        readonly hasScript?: true
        /** Runs our scripts and may be embedded by any site: there is nothing on it that clickjacking could abuse. */
        readonly isEmbeddable?: true
      }
    | { readonly redirect: string }
    | { readonly json: unknown }
    | { readonly file: { readonly type: string; readonly body: string | Buffer } }
  )
