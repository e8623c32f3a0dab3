// Who is currently connected to a workspace. The live hub provides this through wiring.ts.

import type { ActiveUser } from '@tessera/contract'
import type { Static } from 'typebox'

export type ConnectedUser = Static<typeof ActiveUser>

export interface ActiveUsers {
  /** Lists each user once. */
  list(workspace_id: number): Promise<ConnectedUser[]>
  /** The number of users by workspace. A workspace that is not in the map has none. */
  count(workspace_ids: readonly number[]): Promise<ReadonlyMap<number, number>>
}
