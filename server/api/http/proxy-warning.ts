// Warns once if requests come through a proxy that TRUSTED_PROXIES does not name. Everyone behind it then has the same
// address, and shares the limits per address.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isForwarded } from './is-forwarded.ts'
import { trustedAddresses } from './trusted-addresses.ts'

export function warnAboutProxies(app: FastifyInstance, trustedProxies: readonly string[], log: Logger): void {
  const isTrusted = trustedAddresses(trustedProxies)
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && isForwarded(request.headers)) {
      const address = request.socket.remoteAddress ?? ''
      if (!isTrusted(address)) {
        hasWarned = true
        log.warn(
          { address, setting: 'TRUSTED_PROXIES' },
          `requests arrive through a proxy at ${address} that TRUSTED_PROXIES does not list: all users behind it count as ` +
            'one address and share its limits for sign-in and requests. If it is your proxy, add it to TRUSTED_PROXIES',
        )
      }
    }
    done()
  })
}
