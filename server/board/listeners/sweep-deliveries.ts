// Deletes deliveries that are older than 30 days or whose listener no longer exists, in small transactions that do not
// delay others.

import type { Database } from '../../platform/sql/index.ts'
import { deleteDeliveries, findNextWithDeliveries } from './delivery-store.ts'

const retentionMs = 30 * 24 * 3_600_000
const batchSize = 1_000

export async function sweepDeliveries(db: Database, now = Date.now()): Promise<void> {
  // Ids start with their creation time.
  const oldest = (now - retentionMs).toString(16).padStart(12, '0')
  const afterAllIds = 'g'
  for (
    let next = await findNextWithDeliveries(db.read, '');
    next;
    next = await findNextWithDeliveries(db.read, next.id)
  ) {
    const { id, exists } = next
    let removed: number
    do removed = await db.write(tx => deleteDeliveries(tx, id, exists ? oldest : afterAllIds, batchSize))
    while (removed === batchSize)
  }
}
