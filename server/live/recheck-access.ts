// Asks again and again whether those who are connected may still be: tokens end, people are locked, roles are taken away,
// workspaces go. One statement for all of them; the answer also tells of events that nobody announced.

import { Problem } from '@tessera/contract'
import { closeCodes } from '@tessera/contract/live'
import { type Claim, forbidden, workspaceAccessOf } from '../access/access.ts'
import { findWorkspaceAccesses, type WorkspaceAccessColumns } from '../access/access-store.ts'
import type { Connection } from './connection.ts'
import type { House } from './live-hub.ts'

const mostAtOnce = 250

export async function askAnew(house: House, connections: Iterable<Connection>): Promise<void> {
  const all = [...connections].filter(one => one.claim && one.room && holdsToken(house, one))
  const byKey = Map.groupBy(all, one => `${one.claim?.grant_id} ${one.uid}`)
  const groups = [...byKey.values()]
  for (let start = 0; start < groups.length; start += mostAtOnce) {
    const some = groups.slice(start, start + mostAtOnce)
    const keys = some.map(([first]) => ({ ...((first as Connection).claim as Claim), uid: (first as Connection).uid }))
    const question = house.nextQuestion()
    const rows = await findWorkspaceAccesses(house.domain.db.read, keys)
    for (const [index, group] of some.entries())
      for (const connection of group.filter(one => one.isNews(question)))
        judge(connection, rows[index] as WorkspaceAccessColumns)
  }
}

/** A token is good for so long; then it is refused whatever the database says. */
function holdsToken(house: House, connection: Connection): boolean {
  try {
    const claim = house.domain.verify(connection.token)
    if (claim instanceof Promise) claim.catch(error => endIfRefused(connection, error))
    return true
  } catch (error) {
    endIfRefused(connection, error)
    return false
  }
}

function endIfRefused(connection: Connection, error: unknown): void {
  if (error instanceof Problem) connection.fail(error)
}

function judge(connection: Connection, row: WorkspaceAccessColumns): void {
  try {
    const access = workspaceAccessOf(row, { rights: [], deleted: false })
    connection.renew(access)
    const room = connection.room
    if (room && access.workspace.seq > room.seq) room.wake()
  } catch (error) {
    // Whoever was inside knows that there is such a workspace: they are told whether it is gone or closed to them.
    const isThere = row.w_id !== null && row.w_deleted_at === null
    if (row.caller_id !== null && isThere) connection.fail(forbidden('to read this workspace'), closeCodes.notAllowed)
    else connection.fail(error)
  }
}
