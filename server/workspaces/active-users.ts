// Who is connected to a workspace now, as the rest of the server asks for it.

import type { ActiveUser } from '@tessera/contract'
import type { Static } from 'typebox'

export type ConnectedPerson = Static<typeof ActiveUser>

export interface ActiveUsers {
  /** Each person once. */
  list(workspace_id: number): Promise<ConnectedPerson[]>
  /** How many people for each workspace; one that is not in the map has none. */
  count(workspace_ids: readonly number[]): Promise<ReadonlyMap<number, number>>
}
