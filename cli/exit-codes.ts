// The exit codes of the command line.

import { ConnectionError, TesseraError } from '@tessera/client'
import { UsageError } from './command.ts'

export const exitCodes = { ok: 0, failed: 1, usage: 2, notAllowed: 3, notFound: 4, noConnection: 5, canceled: 130 }

/** There is no sign-in to call the server with, or it has expired. */
export class NotSignedIn extends Error {}

/** A request that did not go through the client got no response. */
export class NoConnection extends Error {}

/** The named thing does not exist. */
export class NotFound extends Error {}

/** The user or the server refused. */
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
