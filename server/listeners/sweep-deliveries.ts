// Removes deliveries that are older than 30 days, or whose listener is gone: a part at a time, so that nobody waits.

import type { Database } from '../db/database.ts'
import { deleteDeliveries, findNextLogged } from './delivery-store.ts'

const keptForMs = 30 * 24 * 3_600_000
const rowsAtOnce = 1_000

export async function sweepDeliveries(db: Database, now = Date.now()): Promise<void> {
  // Ids begin with the time at which they were made.
  const oldest = (now - keptForMs).toString(16).padStart(12, '0')
  const afterAll = 'g'
  for (let next = await findNextLogged(db.read, ''); next; next = await findNextLogged(db.read, next.id)) {
    const { id, isThere } = next
    let removed: number
    do removed = await db.write(tx => deleteDeliveries(tx, id, isThere ? oldest : afterAll, rowsAtOnce))
    while (removed === rowsAtOnce)
  }
}
