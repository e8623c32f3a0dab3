// The client: a method for every row of the table of operations. There is no code per operation.

import { allOperations, type NamedOperation, operations, parameterNames } from '@tessera/contract'
import { baseOf } from './base-url.ts'
import { type Connection, call, type TokenSource } from './call.ts'
import type { Client } from './methods.ts'
import { isPaged, walk } from './pages.ts'

export interface ConnectOptions {
  /** Where the service is: `https://boards.example.org`, or with `/api` at the end. */
  readonly url: string
  /** The access token, or a function that gives it; without one, calls go out without authorization. */
  readonly token?: TokenSource | null
  /** Instead of the global fetch. */
  readonly fetch?: typeof fetch
  /** How many times a call is tried again; 2 by default. */
  readonly retries?: number
  /** For each try; 30,000 by default, plus what a file needs at 100 kilobytes a second. Infinity for no limit. */
  readonly timeoutMs?: number
  readonly userAgent?: string
}

export function connect(options: ConnectOptions): Client {
  const connection: Connection = {
    base: baseOf(options.url),
    token: options.token ?? null,
    // Called as a plain function, as browsers want it.
    fetch: (...args) => (options.fetch ?? globalThis.fetch)(...args),
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    userAgent: options.userAgent,
  }
  return Object.fromEntries(
    Object.keys(operations).map(noun => [
      noun,
      Object.fromEntries(
        allOperations.filter(one => one.noun === noun).map(one => [one.verb, methodOf(connection, one)]),
      ),
    ]),
  ) as unknown as Client
}

function methodOf(connection: Connection, operation: NamedOperation) {
  const method = (...args: unknown[]) => call(connection, operation, args)
  if (!isPaged(operation)) return method
  const length = parameterNames(operation.path).length
  const all = (...args: unknown[]) => {
    const [query, options] = args.slice(length) as [Record<string, unknown>?, unknown?]
    return walk(operation, query, page => method(...args.slice(0, length), page, options))
  }
  return Object.assign(method, { all })
}
