// The client: a method for every row of the table of operations. No operation has code of its own.

import { parameterNames } from '@tessera/contract/path-parameters'
import { baseOf } from './base-url.ts'
import { type Connection, call, type TokenSource } from './call.ts'
import { type CallableOperation, callTable } from './call-table.ts'
import type { Client } from './methods.ts'
import { walk } from './pages.ts'

/** Which service to call, as whom, and how. */
export interface ConnectOptions {
  /** The address of the service: `https://boards.example.org`, with or without `/api` at the end. */
  readonly url: string
  /** The access token, or a function that returns it. Without one, calls are sent without authorization. */
  readonly token?: TokenSource | null
  /** Used instead of the global fetch. */
  readonly fetch?: typeof fetch
  /** How many times a failed call is retried; 2 by default. */
  readonly retries?: number
  /** The time limit of each attempt; 30,000 by default, plus what a file needs at 100 kB per second. Infinity: no limit. */
  readonly timeoutMs?: number
  /** The User-Agent header; browsers send their own. */
  readonly userAgent?: string
}

/** Makes no request: each call of a method is one, with its retries. Throws a TypeError if `url` is not an address. */
export function connect(options: ConnectOptions): Client {
  const connection: Connection = {
    base: baseOf(options.url),
    token: options.token ?? null,
    // Called as a plain function, because browsers require it.
    fetch: (...args) => (options.fetch ?? globalThis.fetch)(...args),
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    userAgent: options.userAgent,
  }
  return Object.fromEntries(
    Object.entries(callTable).map(([noun, table]) => [
      noun,
      Object.fromEntries(Object.entries(table).map(([verb, one]) => [verb, methodOf(connection, one)])),
    ]),
  ) as unknown as Client
}

function methodOf(connection: Connection, operation: CallableOperation) {
  const method = (...args: unknown[]) => call(connection, operation, args)
  const { paging } = operation
  if (!paging) return method
  const { length } = parameterNames(operation.path)
  const all = (...args: unknown[]) => {
    const [query, options] = args.slice(length) as [Record<string, unknown>?, unknown?]
    return walk(paging, query, page => method(...args.slice(0, length), page, options))
  }
  return Object.assign(method, { all })
}
