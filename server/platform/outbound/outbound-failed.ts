// Failures of outbound requests, with messages that reveal no internal addresses.
import { OutboundRefused } from './outbound-policy.ts'

export type OutboundFailureReason = 'timeout' | 'unreachable' | 'bad-response' | 'too-large' | 'redirects' | 'busy'

export class OutboundFailed extends Error {
  readonly reason: OutboundFailureReason
  constructor(reason: OutboundFailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailed'
    this.reason = reason
  }
}

/** The caller did not allow the address that the name led to. Nothing was sent. */
export class AddressBusy extends OutboundFailed {
  readonly address: string
  constructor(address: string) {
    super('busy', 'Too many requests to this host are in progress')
    this.address = address
  }
}

const messages: Record<string, [OutboundFailureReason, string]> = {
  ENOTFOUND: ['unreachable', 'The host name could not be found'],
  EAI_AGAIN: ['unreachable', 'The host name could not be looked up'],
  ECONNREFUSED: ['unreachable', 'The connection was refused'],
  EHOSTUNREACH: ['unreachable', 'The host cannot be reached'],
  ENETUNREACH: ['unreachable', 'The host cannot be reached'],
  ECONNRESET: ['unreachable', 'The connection was closed before the response was complete'],
  EPIPE: ['unreachable', 'The connection was closed before the response was complete'],
  UND_ERR_SOCKET: ['unreachable', 'The connection was closed before the response was complete'],
  UND_ERR_ABORTED: ['unreachable', 'The connection was closed before the response was complete'],
  ETIMEDOUT: ['timeout', 'The connection could not be made in time'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'The connection could not be made in time'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-response', 'The headers of the response are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['bad-response', 'The length of the response does not match its Content-Length'],
}

/** Converts the errors of a request; an error of the caller is returned unchanged. */
export function asOutboundError(error: unknown): unknown {
  if (error instanceof OutboundFailed || error instanceof OutboundRefused) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_INVALID_ARG') return error
  const [reason, message] = messages[code] ?? otherMessage(code, name)
  return new OutboundFailed(reason, message, error)
}

function otherMessage(code: string, name: string): [OutboundFailureReason, string] {
  if (name === 'HTTPParserError') return ['bad-response', 'The response is not valid HTTP']
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return ['unreachable', 'No trusted secure connection could be made']
  return ['unreachable', 'The request failed']
}
