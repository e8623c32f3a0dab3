// Whether a request came from the machine itself, or through a proxy, which adds headers. A client can add them, too, but it
// gains nothing from it.

import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../platform/config/index.ts'

/** The headers of proxies and content delivery networks. */
const ofProxies =
  /^((x-)?forwarded(-.+)?|via|cdn-loop|x-real-ip|x-(original|envoy|proxyuser)-.+|.*(client|connecting)-?ip)$/

export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some(name => ofProxies.test(name))

export const isLoopbackAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/**
 * A proxy on this machine that adds no header shows itself with HTTP/1.0, or with the host that its clients use. That host
 * is also the one of a foreign site whose name resolves to this machine (DNS rebinding).
 */
export function isFromThisMachine({ ip, headers, raw }: Pick<FastifyRequest, 'ip' | 'headers' | 'raw'>): boolean {
  if (!isLoopbackAddress(ip) || isForwarded(headers) || raw.httpVersion === '1.0') return false
  return isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')
}
