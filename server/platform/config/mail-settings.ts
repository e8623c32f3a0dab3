// Parses the mail settings SMTP_URL and MAIL_FROM.

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** True for TLS from the first byte; otherwise STARTTLS if the server supports it. */
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
}

/** Parses `smtp://` or `smtps://`, optionally with user and password; returns null if invalid. */
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

/** Parses `Name <address>` or an address alone; returns null if invalid. */
export function readMailbox(text: string): Mailbox | null {
  const match = /^(?:"?([^"<>]*?)"?\s*<([^\s<>]+)>|([^\s<>]+))$/.exec(text.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  return match && /^[^\s@,;:"()\\]+@[^\s@,;:"()\\]+$/.test(address) ? { name: match[1] ?? '', address } : null
}

/** The sender if MAIL_FROM is not set. */
export function defaultSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  // An IP address cannot be the domain of a sender.
  return `Tessera <no-reply@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}>`
}

export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)
