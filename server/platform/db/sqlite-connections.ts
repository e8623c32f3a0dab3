// Connections to the embedded database, set up for writing or for reading.

import { DatabaseSync } from 'node:sqlite'

const busyTimeoutMs = 5000

export function connectWriter(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs })
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  db.exec('pragma foreign_keys = on')
  // A long snapshot makes the WAL grow. It is truncated only at this size, because that takes a commit about 100 ms.
  db.exec(`pragma journal_size_limit = ${2 ** 30}`)
  db.exec('pragma wal_autocheckpoint = 0') // a thread copies the log, not a commit
  db.exec('pragma cache_size = -32000')
  db.exec('pragma busy_timeout = 0') // beginImmediate waits instead, without blocking the process
  return withUnicodeLower(db)
}

export function connectReader(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs })
  db.exec('pragma cache_size = -32000')
  return withUnicodeLower(db)
}

/** SQLite's built-in lower() handles ASCII only. */
function withUnicodeLower(db: DatabaseSync): DatabaseSync {
  db.function('lower', { deterministic: true }, text => (typeof text === 'string' ? text.toLowerCase() : text))
  return db
}
