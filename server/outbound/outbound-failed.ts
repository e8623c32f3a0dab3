// What goes wrong on the way to somebody else's server, said without the addresses and machinery behind it.
import { OutboundRefused } from './outbound-policy.ts'

export type OutboundFault = 'timeout' | 'unreachable' | 'bad-answer' | 'too-large' | 'redirects'

export class OutboundFailed extends Error {
  readonly fault: OutboundFault
  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailed'
    this.fault = fault
  }
}

const sentences: Record<string, [OutboundFault, string]> = {
  ENOTFOUND: ['unreachable', 'The host name could not be found'],
  EAI_AGAIN: ['unreachable', 'The host name could not be looked up'],
  ECONNREFUSED: ['unreachable', 'The connection was refused'],
  EHOSTUNREACH: ['unreachable', 'The host cannot be reached'],
  ENETUNREACH: ['unreachable', 'The host cannot be reached'],
  ECONNRESET: ['unreachable', 'The connection was closed before the answer was complete'],
  EPIPE: ['unreachable', 'The connection was closed before the answer was complete'],
  UND_ERR_SOCKET: ['unreachable', 'The connection was closed before the answer was complete'],
  UND_ERR_ABORTED: ['unreachable', 'The connection was closed before the answer was complete'],
  ETIMEDOUT: ['timeout', 'The connection could not be made in time'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'The connection could not be made in time'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-answer', 'The headers of the answer are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['bad-answer', 'The answer is not as long as it says'],
}

/** The error to throw for any that a request may end with; one that is a fault of the caller stays as it is. */
export function asOutboundError(error: unknown): unknown {
  if (error instanceof OutboundFailed || error instanceof OutboundRefused) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_INVALID_ARG') return error
  const [fault, message] = sentences[code] ?? otherSentence(code, name)
  return new OutboundFailed(fault, message, error)
}

function otherSentence(code: string, name: string): [OutboundFault, string] {
  if (name === 'HTTPParserError') return ['bad-answer', 'The answer is not valid HTTP']
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return ['unreachable', 'No trusted secure connection could be made']
  return ['unreachable', 'The request failed']
}
