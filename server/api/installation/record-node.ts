// Records when each node last committed something; its readiness check stores it. Every node has its own row, so that a
// node that hangs in the middle of a transaction does not block the others.

import type { Database } from '../../platform/sql/index.ts'
import { deleteFactsBefore, setFact } from './installation-store.ts'

const prefix = 'node-'
const retainMs = 24 * 3_600_000

export const recordNode = (db: Database, nodeId: string): Promise<void> =>
  db.write(tx => setFact(tx, prefix + nodeId, new Date().toISOString()))

/** Deletes the rows of nodes that no longer exist: in a cluster of containers, each start may be a new node. */
export const purgeNodes = (db: Database, now = Date.now()): Promise<void> =>
  db.write(tx => deleteFactsBefore(tx, prefix, new Date(now - retainMs).toISOString()))
