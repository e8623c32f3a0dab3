// How callers and their roles are looked up: each in its own statement, or batched with concurrent requests.

import type { Reader } from '../../platform/sql/index.ts'
import { coalesce } from '../../tools/index.ts'
import {
  type CallerColumns,
  findCallers,
  findUserRows,
  findWorkspaceAccesses,
  type UserRow,
  type WorkspaceAccessColumns,
} from './access-store.ts'
import type { Claim } from './caller.ts'

export interface Lookups {
  readonly caller: (claim: Claim) => Promise<CallerColumns>
  readonly workspace: (key: Claim & { uid: string }) => Promise<WorkspaceAccessColumns>
  readonly user: (id: number) => Promise<UserRow | undefined>
}

export const directLookups = (db: Reader): Lookups => ({
  caller: async claim => (await findCallers(db, [claim]))[0] as CallerColumns,
  workspace: async key => (await findWorkspaceAccesses(db, [key]))[0] as WorkspaceAccessColumns,
  user: async id => (await findUserRows(db, [id]))[0],
})

const concurrency = 2

export const batchedLookups = (db: Reader): Lookups => ({
  caller: coalesce<Claim, CallerColumns>(claims => findCallers(db, claims), {
    concurrency,
    nameOf: claim => claim.grant_id,
  }),
  workspace: coalesce<Claim & { uid: string }, WorkspaceAccessColumns>(keys => findWorkspaceAccesses(db, keys), {
    concurrency,
    nameOf: key => key.grant_id + key.uid,
  }),
  user: coalesce<number, UserRow | undefined>(ids => findUserRows(db, ids), { concurrency, nameOf: String }),
})
