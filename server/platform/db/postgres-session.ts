// The limits of a PostgreSQL session. A process may freeze, or lose its network, in the middle of a transaction: PostgreSQL
// then ends the session, so that its locks do not block the other processes.

import type pg from 'pg'

/** Zero means no limit. */
export interface SessionTimeouts {
  /** No transaction waits for anything but the database, so one without a statement for this long belongs to a process that hangs. */
  readonly idleInTransactionMs: number
  /**
   * One turn of waiting for a lock. Short, because PostgreSQL also gives the lock to a process that hangs by then, which
   * would hold it until it has been idle for too long.
   */
  readonly lockMs: number
  readonly statementMs: number
  /** Supported since PostgreSQL 17. */
  readonly transactionMs: number
}

export const requestTimeouts: SessionTimeouts = {
  idleInTransactionMs: 2_000,
  lockMs: 500,
  statementMs: 30_000,
  transactionMs: 60_000,
}

/** A batch delays all changes of this process that come after it, so it waits only briefly. */
export const batchTimeouts: SessionTimeouts = {
  idleInTransactionMs: 2_000,
  lockMs: 500,
  statementMs: 10_000,
  transactionMs: 20_000,
}

/** A snapshot locks no rows, so its reader may pause, and read large tables. */
export const snapshotTimeouts: SessionTimeouts = { idleInTransactionMs: 0, lockMs: 0, statementMs: 0, transactionMs: 0 }

/** Ends the limits for the current transaction, which may take minutes. */
export const withoutTimeouts = `
  select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout', 'transaction_timeout')`

/**
 * Sets the limits of a new connection by statements, because poolers reject unknown startup parameters. Returns the number
 * of its process on the server, or null if a pooler is in between.
 */
export async function startSession(client: pg.ClientBase, timeouts: SessionTimeouts): Promise<number | null> {
  const started = client.query(settings(timeouts))
  // Support depends on the version and the operating system of the server.
  client.query(optionalSettings(timeouts)).catch(() => {})
  const results = (await started) as unknown as pg.QueryResult<{ pid: number }>[]
  const { pid } = results.at(-1)?.rows[0] ?? { pid: null }
  return pid === (client as unknown as { processID: number }).processID ? pid : null
}

// Forces a generic plan: every statement finds its rows by an index whatever its values. PostgreSQL would otherwise
// plan statements with lists again for every run, which takes several times as long as running them.
const settings = ({ idleInTransactionMs, lockMs, statementMs }: SessionTimeouts) => `
  set plan_cache_mode = force_generic_plan;
  set idle_in_transaction_session_timeout = ${idleInTransactionMs};
  set lock_timeout = ${lockMs};
  set statement_timeout = ${statementMs};
  select pg_backend_pid() as pid`

// These settings make the server notice a disconnected client: while it waits for a lock, while it sends a result that
// nobody receives, and while it waits for the next statement.
const optionalSettings = ({ idleInTransactionMs, transactionMs }: SessionTimeouts) => `
  select set_config(name, value, false)
  from (values
    ('client_connection_check_interval', '1000'),
    ('tcp_user_timeout', '${idleInTransactionMs}'),
    ('tcp_keepalives_idle', '10'),
    ('tcp_keepalives_interval', '5'),
    ('tcp_keepalives_count', '3'),
    ('transaction_timeout', '${transactionMs}')) as wanted (name, value)
  join pg_settings using (name)`
