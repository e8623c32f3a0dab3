// Checks whether connected users still have access: tokens expire, users are locked, roles are removed, workspaces
// deleted. One query checks all connections; it also finds events that were not announced to this process.

import { Problem } from '@tessera/contract'
import { closeCodes } from '@tessera/contract/live'
import {
  type Claim,
  findWorkspaceAccesses,
  forbidden,
  isValid,
  type WorkspaceAccessColumns,
  workspaceAccessOf,
} from '../../accounts/access/index.ts'
import type { Connection } from './connection.ts'
import type { LiveHub } from './live-hub.ts'

const batchSize = 250

export async function recheckAccess(hub: LiveHub, connections: Iterable<Connection>): Promise<void> {
  const all = [...connections].filter(one => one.claim && one.room && hasValidToken(hub, one))
  const byKey = Map.groupBy(all, one => `${one.claim?.grant_id} ${one.uid}`)
  const groups = [...byKey.values()]
  for (let start = 0; start < groups.length; start += batchSize) {
    const some = groups.slice(start, start + batchSize)
    const keys = some.map(([first]) => ({ ...((first as Connection).claim as Claim), uid: (first as Connection).uid }))
    const accessCheck = hub.nextAccessCheck()
    const rows = await findWorkspaceAccesses(hub.domain.db.read, keys)
    for (const [index, group] of some.entries())
      for (const connection of group.filter(one => one.isLatestCheck(accessCheck)))
        applyAccess(connection, rows[index] as WorkspaceAccessColumns)
  }
}

/** Token expiry is checked without the database. */
function hasValidToken(hub: LiveHub, connection: Connection): boolean {
  try {
    const claim = hub.domain.verify(connection.token)
    if (claim instanceof Promise) claim.catch(error => closeIfRefused(connection, error))
    return true
  } catch (error) {
    closeIfRefused(connection, error)
    return false
  }
}

function closeIfRefused(connection: Connection, error: unknown): void {
  if (error instanceof Problem) connection.fail(error)
}

function applyAccess(connection: Connection, row: WorkspaceAccessColumns): void {
  try {
    const access = workspaceAccessOf(row, { rights: [], deleted: false })
    connection.updateAccess(access)
    const room = connection.room
    if (room && access.workspace.seq > room.seq) room.wake()
  } catch (error) {
    // The user knew the workspace, so the close code may reveal whether it still exists.
    const isThere = row.w_id !== null && row.w_deleted_at === null
    if (isValid(row) && isThere) connection.fail(forbidden('to read this workspace'), closeCodes.notAllowed)
    else connection.fail(error)
  }
}
