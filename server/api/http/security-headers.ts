// The security headers of every response, whatever sends it. Pages replace the policy with one that allows what they need.

import type { FastifyReply } from 'fastify'

/** The default is for responses that are not pages: nothing may be loaded, and no site may frame them. */
const defaultPolicy = "default-src 'none'; frame-ancestors 'none'"

export const pageHeaders = {
  'content-security-policy': defaultPolicy,
  'x-content-type-options': 'nosniff',
  // no-referrer is not used: browsers would then send `Origin: null` with forms.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}
/** Responses of the API are never rendered, and there are many of them. */
const apiHeaders = { 'x-content-type-options': 'nosniff' }
/** A year. Only for https: browsers ignore it over http. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

export type AddSecurityHeaders = (reply: FastifyReply, path: string) => void

export function securityHeaders(publicUrl: string): AddSecurityHeaders {
  const always = publicUrl.startsWith('https:') ? strictTransport : {}
  const ofPages = { ...pageHeaders, ...always }
  const ofApi = { ...apiHeaders, ...always }
  return (reply, path) => {
    reply.headers(path.startsWith('/api/') ? ofApi : ofPages)
  }
}
