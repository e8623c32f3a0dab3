// Coalesces identical concurrent reads with the same token into one database read. The read starts after the last of them
// has arrived, so none of them gets an older state than it would have alone. Nothing is cached past the response.

import type { Claim } from '../../accounts/access/index.ts'

interface ReadRequest {
  readonly claim: Claim
  /** Path and query: with the token, all that the response to a read depends on. */
  readonly url: string
}

export function shareReads<R extends ReadRequest, Response>(
  run: (request: R) => Promise<Response>,
): (request: R) => Promise<Response> {
  const pending = new Map<string, Promise<Response>>()
  return request => {
    const key = `${request.claim.grant_id} ${request.url}`
    const known = pending.get(key)
    if (known) return known
    const created = new Promise<Response>((resolve, reject) => {
      setImmediate(() => {
        pending.delete(key)
        run(request).then(resolve, reject)
      })
    })
    pending.set(key, created)
    return created
  }
}
