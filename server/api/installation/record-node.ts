// When each node last committed something, stored by its readiness check. Every node has a row of its own, so that a node that
// hangs in the middle of a transaction makes no other wait.

import type { Database } from '../../platform/sql/index.ts'
import { deleteFactsBefore, setFact } from './installation-store.ts'

const prefix = 'node-'
const retainMs = 24 * 3_600_000

export const recordNode = (db: Database, nodeId: string): Promise<void> =>
  db.write(tx => setFact(tx, prefix + nodeId, new Date().toISOString()))

/** Of nodes that are gone: in a cluster of containers, each start may be a new node. */
export const purgeNodes = (db: Database, now = Date.now()): Promise<void> =>
  db.write(tx => deleteFactsBefore(tx, prefix, new Date(now - retainMs).toISOString()))
