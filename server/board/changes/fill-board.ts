// Fills a new workspace in the transaction that creates it, by the rules and with the log of ordinary changes.

import { ownerRole, workspaceRoles } from '@tessera/contract'
import { actorOf, type Caller } from '../../accounts/access/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { applyChange } from './apply-change.ts'
import { type BoardState, newBoardState } from './board-state.ts'
import type { ChangeResult, ObjectChange } from './change-request.ts'
import { Draft } from './draft.ts'
import { storeBatch } from './store-batch.ts'

type NewWorkspace = Parameters<typeof newBoardState>[0]

/** `fill` calls `apply` for each change. Mentions in comments notify no one. */
export async function fillBoard(
  tx: Tx,
  { workspace, caller, now }: { workspace: NewWorkspace; caller: Caller; now: string },
  fill: (apply: (change: ObjectChange) => ChangeResult) => void,
): Promise<void> {
  const board: BoardState = newBoardState(workspace, [], [])
  const draft = new Draft(board, actorOf(caller), now)
  fill(change =>
    applyChange(draft, change, { caller, role: workspaceRoles.get(ownerRole), sign: () => '', mentioned: new Map() }),
  )
  await storeBatch(tx, [board], now)
}
