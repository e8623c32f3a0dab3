// The settings of mail, read from their texts: the server to send through, and who mail is from.

import type { Mailbox } from './mail.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; without it the connection is raised to TLS where the server can. */
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
}

/** `smtp://` or `smtps://`, with user and password where needed; null where it is neither. */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || url.search || url.hash) return null
  if (!['', '/'].includes(url.pathname)) return null
  const isSecure = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }
  } catch {
    return null
  }
}

/** `Name <address>` or an address alone; null where it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const match = /^(?:"?([^"<>]*?)"?\s*<([^\s<>]+)>|([^\s<>]+))$/.exec(text.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  return match && /^[^\s@,;:"()\\]+@[^\s@,;:"()\\]+$/.test(address) ? { name: match[1] ?? '', address } : null
}

/** What mail is from where nobody said. */
export function defaultSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  // An address is no name that mail could come from.
  return `Tessera <no-reply@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}>`
}

export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)
