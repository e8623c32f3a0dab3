// Reading a workspace's log.

import { type KindName, maxId } from '@tessera/contract'
import { type Handlers, read } from '../../accounts/handler.ts'
import type { SignFile } from '../../platform/files/index.ts'
import { mapInChunks } from '../../tools/index.ts'
import { objectView, signFor } from '../records/stored-object.ts'
import { type EventRow, listEvents, listEventsBy } from './event-store.ts'

const maxLimit = 1_000
const defaultLimit = 100

export const eventHandlers = ({ sign }: { sign: SignFile }): Handlers<'events'> => ({
  list: read(async ({ db, claim, caller, workspace, workspaceRole, query }) => {
    const signed = signFor(workspaceRole, sign)
    const limit = Math.min(query.limit ?? defaultLimit, maxLimit)
    // A larger number would not fit into the column, and no log is that long.
    const after = Math.min(query.after ?? 0, maxId)
    const client_id = caller.grant_kind === 'personal' ? null : (caller.via?.client_id ?? null)
    const author = { actor_id: caller.id, client_id, grant_id: claim.grant_id }
    const found = query.mine
      ? await listEventsBy(db, workspace.id, author, { after, last: workspace.seq, limit })
      : await listEvents(db, workspace.id, after, limit)
    return { events: await mapInChunks(found, row => eventView(row, signed)) }
  }),
})

/** The state of the changed record after the event is in a field named after its kind. */
function eventView(row: EventRow, sign: SignFile) {
  const { id, seq, type, created_at, actor_id, email, first_name, last_name, kind, via } = row
  const data = JSON.parse(row.data)
  return {
    id,
    seq,
    type,
    created_at,
    actor: { id: actor_id, email, first_name, last_name, via: via === null ? null : JSON.parse(via) },
    [kind as KindName]: '$' in data ? objectView(data, sign) : data,
  }
}
