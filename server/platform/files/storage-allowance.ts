// The limit on the storage of an organization. It counts uploaded files, not the pictures made from them.

import { Problem } from '@tessera/contract'
import { lockKey, type Reader, type Tx } from '../sql/index.ts'
import { findOrganizationBytes, findWorkspaceBytes } from './workspace-storage-store.ts'

/** The bytes that organizations may still add in one transaction. */
export class StorageAllowance {
  readonly #limitBytes: number
  readonly #used: Map<number, number>

  constructor(limitBytes: number, used: ReadonlyMap<number, number> = new Map()) {
    this.#limitBytes = limitBytes
    this.#used = new Map(used)
  }

  get isLimited(): boolean {
    return this.#limitBytes > 0
  }

  /** Throws if the organization has not enough storage left for that many bytes. */
  require(organization_id: number, bytes: number): void {
    if (this.isLimited && bytes > 0)
      requireRoom({ used: this.#used.get(organization_id) ?? 0, bytes, limitBytes: this.#limitBytes })
  }

  add(organization_id: number, bytes: number): void {
    this.#used.set(organization_id, (this.#used.get(organization_id) ?? 0) + bytes)
  }
}

/** Concurrent transactions that add files to the same organization wait for each other. */
export async function loadStorageAllowance(
  tx: Tx,
  organization_ids: Iterable<number>,
  limitBytes: number,
): Promise<StorageAllowance> {
  const used = new Map<number, number>()
  if (limitBytes > 0)
    for (const id of [...new Set(organization_ids)].sort((a, b) => a - b)) {
      await lockKey(tx, `storage:${id}`)
      used.set(id, await findOrganizationBytes(tx, id))
    }
  return new StorageAllowance(limitBytes, used)
}

/**
 * Checks the limit before a file is received, when the check cannot be exact yet. Throws if there is not enough storage
 * left.
 */
export async function checkStorage(
  db: Reader,
  organization_id: number,
  bytes: number,
  limitBytes: number,
): Promise<void> {
  if (limitBytes === 0) return
  requireRoom({ used: await findOrganizationBytes(db, organization_id), bytes, limitBytes })
}

/** Throws if the organization has not enough storage left for a copy of the workspace. */
export async function requireRoomForCopy(
  tx: Tx,
  { id, organization_id }: { id: number; organization_id: number },
  limitBytes: number,
): Promise<void> {
  if (limitBytes === 0) return
  const allowance = await loadStorageAllowance(tx, [organization_id], limitBytes)
  allowance.require(organization_id, await findWorkspaceBytes(tx, id))
}

/** Does the same for a copy whose files are counted already. */
export async function requireRoomOfCopy(
  tx: Tx,
  { id, organization_id }: { id: number; organization_id: number },
  limitBytes: number,
): Promise<void> {
  if (limitBytes === 0) return
  const bytes = await findWorkspaceBytes(tx, id)
  const allowance = await loadStorageAllowance(tx, [organization_id], limitBytes)
  allowance.add(organization_id, -bytes)
  allowance.require(organization_id, bytes)
}

function requireRoom({ used, bytes, limitBytes }: { used: number; bytes: number; limitBytes: number }): void {
  if (used + bytes <= limitBytes) return
  throw new Problem(
    'ForbiddenError',
    `The organization has used ${format(used)} of ${format(limitBytes)} of storage, and this needs ${format(bytes)} more`,
  )
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

function format(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${Number(value.toFixed(power === 0 || value >= 100 ? 0 : 1))} ${units[power]}`
}
