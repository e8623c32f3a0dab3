// GET /.well-known/security.txt (RFC 9116): who to write to about a vulnerability of this installation.

import { languages } from '@tessera/contract/languages'
import type { FastifyInstance } from 'fastify'

export interface SecurityTextSettings {
  /** A URI. Undefined if there is no contact, and then no route. */
  readonly securityContact: string | undefined
  readonly publicUrl: string
}

const path = '/.well-known/security.txt'
const lifeMs = 90 * 24 * 3_600_000

export function serveSecurityText(app: FastifyInstance, { securityContact, publicUrl }: SecurityTextSettings): void {
  if (securityContact === undefined) return
  // RFC 9116 requires https for it.
  const canonical = publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []
  app.get(path, (_request, reply) => {
    const expires = new Date(Date.now() + lifeMs).toISOString().replace(/\.\d+Z$/, 'Z')
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      ...canonical,
      `Preferred-Languages: ${Object.keys(languages).join(', ')}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
