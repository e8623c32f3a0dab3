// The id of a request: taken from X-Request-Id if a trusted proxy sent it, so that the logs of both can be compared, or
// a new one.

import type { IncomingMessage } from 'node:http'
import { newObjectId } from '../../tools/index.ts'
import { trustedAddresses } from './trusted-addresses.ts'

/** Other characters could corrupt a log. */
const wellFormed = /^[\w.:+/=@-]{8,128}$/

export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return () => newObjectId()
  const isTrusted = trustedAddresses(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isUsable = typeof given === 'string' && wellFormed.test(given) && isTrusted(socket.remoteAddress ?? '')
    return isUsable ? given : newObjectId()
  }
}
