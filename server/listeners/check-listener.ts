// What no schema can say of a listener: whether its address is one, its events exist, and its target lies in the workspace.

import { badField, eventWords, Problem } from '@tessera/contract'
import { type Claim, getWorkspaceAccess, type WorkspaceAccess } from '../access/access.ts'
import type { WorkspaceRow } from '../access/access-store.ts'
import { badFields } from '../check-value.ts'
import type { Reader } from '../db/database.ts'
import { findKindOfTarget } from './listener-store.ts'

export function askUrl(url: string | undefined): void {
  if (url !== undefined && !URL.canParse(url))
    throw badField('url', 'must be an address that begins with http or https')
}

export function askEventTypes(words: readonly string[] | undefined): void {
  const message = `must be one of ${eventWords.join(', ')}`
  const faults = (words ?? []).flatMap((word, index) =>
    eventWords.includes(word) ? [] : [{ field: `eventTypes[${index}]`, message }],
  )
  if (faults.length > 0) throw badFields(faults)
}

export async function findReadable(db: Reader, claim: Claim, uid: string): Promise<WorkspaceAccess | null> {
  try {
    return await getWorkspaceAccess(db, claim, uid)
  } catch (error) {
    if (error instanceof Problem && error.code === 'ResourceNotFound') return null
    throw error
  }
}

export interface Target {
  target_id: string | null
  target_type: string
}

/** The whole workspace where no object is named. A workspace that is not to be seen has no objects. */
export async function getTarget(db: Reader, workspace: WorkspaceRow | null, id: string | undefined): Promise<Target> {
  if (id === undefined) return { target_id: null, target_type: 'workspace' }
  const kind = workspace && (await findKindOfTarget(db, workspace.id, id))
  if (!kind) throw badField('targetId', 'must be the id of an object in the workspace')
  return { target_id: id, target_type: kind }
}
