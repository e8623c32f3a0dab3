// Coalesces identical concurrent reads with the same token into one database read. The read starts after the last of
// them has arrived, so none of them gets an older state than it would have alone. Nothing is cached past the response.
// Otherwise, many tabs and agents that read the same data after a change would each run a query.

import type { Claim } from '../../accounts/access/index.ts'
import { coalesce } from '../../tools/index.ts'

interface ReadRequest {
  readonly claim: Claim
  /** Path and query: apart from the token, the response to a read depends on nothing else. */
  readonly url: string
}

export function shareReads<R extends ReadRequest, Response>(
  run: (request: R) => Promise<Response>,
): (request: R) => Promise<Response> {
  // The load does not await this: a slow read must not delay the others that started with it.
  const start = coalesce<R, { readonly response: Promise<Response> }>(
    async requests => requests.map(request => ({ response: run(request) })),
    { maxWeight: Number.POSITIVE_INFINITY, nameOf: ({ claim, url }) => `${claim.grant_id} ${url}` },
  )
  return async request => await (await start(request)).response
}
