// Checks of a listener that a schema cannot express: its url, its event types, and that its target is in the workspace.

import { badField, eventTypeNames, Problem } from '@tessera/contract'
import { type Claim, getWorkspaceAccess, type WorkspaceAccess, type WorkspaceRow } from '../../accounts/access/index.ts'
import { badFields } from '../../platform/problems/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { findKindOfTarget } from './listener-store.ts'

export function requireUrl(url: string | undefined): void {
  if (url !== undefined && !URL.canParse(url)) throw badField('url', 'must be an http or https url')
}

export function requireEventTypes(words: readonly string[] | undefined): void {
  const message = `must be one of ${eventTypeNames.join(', ')}`
  const errors = (words ?? []).flatMap((word, index) =>
    eventTypeNames.includes(word) ? [] : [{ field: `eventTypes[${index}]`, message }],
  )
  if (errors.length > 0) throw badFields(errors)
}

export async function findReadableWorkspace(db: Reader, claim: Claim, uid: string): Promise<WorkspaceAccess | null> {
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

/** Returns the whole workspace if `id` is undefined. A workspace that is null has no objects. */
export async function getTarget(db: Reader, workspace: WorkspaceRow | null, id: string | undefined): Promise<Target> {
  if (id === undefined) return { target_id: null, target_type: 'workspace' }
  const kind = workspace && (await findKindOfTarget(db, workspace.id, id))
  if (!kind) throw badField('targetId', 'must be the id of an object in the workspace')
  return { target_id: id, target_type: kind }
}
