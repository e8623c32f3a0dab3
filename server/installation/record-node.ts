// When each node last committed something, stored by its readiness check. Every node has a row of its own, so that a node that
// hangs in the middle of a transaction makes no other wait.

import type { Database } from '../db/database.ts'
import { setFact } from './installation-store.ts'

export const recordNode = (db: Database, nodeId: string): Promise<void> =>
  db.write(tx => setFact(tx, `node-${nodeId}`, new Date().toISOString()))
