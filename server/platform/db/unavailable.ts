// Errors caused by the state of the database, not by a bug: the caller may try again later.

/** The connection could not be made, was lost, or is being closed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const state = sqlState(error)
  if (state !== undefined) return unavailableStates.has(state) || state.startsWith('08')
  const code = sqliteCode(error)
  return code !== undefined && unavailableCodes.has(code & 0xff)
}

export function isUniqueViolation(error: unknown): boolean {
  const code = sqliteCode(error)
  return sqlState(error) === '23505' || (code !== undefined && uniqueCodes.has(code))
}

/** A conflict with another transaction; the work may succeed if it runs again from the start. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** A wait for a lock took too long. The transaction had no effect. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

export const isBusy = (error: unknown): boolean => {
  const code = sqliteCode(error)
  return code !== undefined && (code & 0xff) === 5
}

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined

const unavailableStates = new Set([
  '25006', // read-only: a standby responded after a failover
  '25P03', // idle_in_transaction_session_timeout
  '40001', // conflicts that outlived their retries
  '40P01',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
  '57P05',
  '58030', // input or output failed
])

// The codes BUSY, LOCKED, NOMEM, IOERR, FULL, CANTOPEN, PROTOCOL. READONLY is not included: it is a write through the
// reader, a bug.
const unavailableCodes = new Set([5, 6, 7, 10, 13, 14, 15])

// The codes CONSTRAINT_UNIQUE, CONSTRAINT_PRIMARYKEY, CONSTRAINT_ROWID.
const uniqueCodes = new Set([2067, 1555, 2579])
