// Turns a call of an operation into a request of the write path, for the handlers of objects and comments.

import { type KindName, kindsTaking, Problem, type WorkspaceRight } from '@tessera/contract'
import type { Replayed } from '../../platform/idempotency/index.ts'
import type { ChangeRequest, ObjectChange } from './change-request.ts'
import type { WritePath } from './write-path.ts'

interface WorkspaceCall extends Pick<ChangeRequest, 'claim' | 'idempotency' | 'isLive'> {
  readonly params: object
}

/** The reply is one record, or a message that it was deleted. */
export const submitChange = (
  writePath: WritePath,
  call: WorkspaceCall,
  change: ObjectChange,
  right: WorkspaceRight = 'can_edit_workspace',
): Promise<string | Replayed> => writePath.submit({ ...requestOf(call), changes: [change], right })

/** The reply is a list of results, and an error names its change by index. */
export const submitChanges = (
  writePath: WritePath,
  call: WorkspaceCall,
  changes: readonly ObjectChange[],
  options: Pick<ChangeRequest, 'if_seq' | 'isDryRun'> = {},
): Promise<string | Replayed> =>
  writePath.submit({ ...requestOf(call), ...options, changes, isList: true, right: 'can_edit_workspace' })

const requestOf = ({ claim, params, idempotency, isLive }: WorkspaceCall) => ({
  claim,
  isLive,
  workspace_uid: (params as { workspace_id: string }).workspace_id,
  idempotency,
})

/** The object named by the path parameters object_type and object_id. Its kind must support `what`. */
export function targetOf(
  what: 'comments' | 'strokes',
  params: Readonly<Record<string, string>>,
): { kind: KindName; id: string } {
  const kind = kindsTaking(what).find(one => one.path === params.object_type)
  if (!kind) {
    const paths = kindsTaking(what).map(one => one.path)
    throw new Problem('ResourceNotFound', `${params.object_type} cannot have ${what}, only ${paths.join(', ')}`)
  }
  return { kind: kind.name, id: params.object_id as string }
}
