// The sequence number of a workspace's log, moved by the write path for many workspaces at once.

import type { Tx } from '../db/database.ts'
import { setClocks } from './workspace-store.ts'

export const moveClocks = (tx: Tx, clocks: readonly { id: number; seq: number; updated_at: string }[]) =>
  setClocks(tx, clocks)
