// The exit codes of the command line.

import { ConnectionError, TesseraError } from '@tessera/client'
import { UsageError } from './command.ts'

export const exitCodes = { ok: 0, failed: 1, usage: 2, notAllowed: 3, notFound: 4, noConnection: 5, canceled: 130 }

/** There is no sign-in to call the server with, or it has ended. */
export class NotSignedIn extends Error {}

/** There was no answer of a server, other than through the client. */
export class NoConnection extends Error {}

/** What was named does not exist. */
export class NotFound extends Error {}

/** The person or the server said no. */
export class NotAllowed extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof NotSignedIn || error instanceof NotAllowed) return exitCodes.notAllowed
  if (error instanceof ConnectionError || error instanceof NoConnection) return exitCodes.noConnection
  if (error instanceof NotFound) return exitCodes.notFound
  if (error instanceof TesseraError) return exitCodeOfStatus(error.status)
  return exitCodes.failed
}

export function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return exitCodes.notAllowed
  if (status === 404) return exitCodes.notFound
  if (status === 502 || status === 503 || status === 504) return exitCodes.noConnection
  return status < 400 ? exitCodes.ok : exitCodes.failed
}
