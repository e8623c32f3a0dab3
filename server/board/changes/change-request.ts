// The types of the write path: requests and their outcomes.

import type { KindName, StackMove, WorkspaceRight } from '@tessera/contract'
import type { Claim } from '../../accounts/access/index.ts'
import type { IdempotentCall } from '../../platform/idempotency/index.ts'
import type { ProblemData } from '../../platform/problems/index.ts'
import type { HiddenFields } from '../records/stored-object.ts'
import type { ReadText } from './new-record.ts'

export type ObjectChange =
  | {
      op: 'create'
      /** Set if another entry of the same list refers to the object. */
      id?: string | undefined
      kind: KindName
      /** Already validated against the kind. */
      data: Record<string, unknown>
      /** Fields that only the server knows: the stored file, the natural size. */
      known?: { fields: Record<string, unknown>; hidden: HiddenFields }
      /** The object it is drawn on. */
      on?: { kind: KindName; id: string }
      /** The group that an imported object is in from the start. */
      group?: string | undefined
      /** What follows from the text of the data, if it is long. */
      read?: ReadText
    }
  | {
      op: 'update'
      kind?: KindName
      id: string
      data: Record<string, unknown>
      version?: number | undefined
      /** What follows from the text of the data, if it is long. */
      read?: ReadText
    }
  | { op: 'delete'; kind?: KindName; id: string; version?: number | undefined }
  | { op: 'restore'; id: string }
  | { op: 'order'; ids: readonly string[]; at: StackPosition }
  | { op: 'group'; ids: readonly string[] }
  | { op: 'ungroup'; group: string }
  | {
      op: 'comment'
      /** Set if another change refers to it. */
      id?: string | undefined
      /** Null for a comment at a point of the board. */
      on: { kind: KindName; id: string } | null
      /** The point, for the first comment of a thread. */
      at?: { x: number; y: number } | undefined
      text: string
      parent: string | null
    }
  | { op: 'edit-comment'; id: string; text: string }
  | { op: 'resolve-comment'; id: string; resolved: boolean }
  | { op: 'delete-comment'; id: string }
  /** An entry of a list that failed validation: reported together with the entries that fail when they are applied. */
  | { op: 'invalid'; of: string; problem: ProblemData }

export type StackPosition = { readonly to: StackMove } | { readonly above: string } | { readonly below: string }

/** Plain JSON, because it may be sent to the worker thread. */
export interface ChangeRequest {
  readonly claim: Claim
  readonly workspace_uid: string
  readonly right: WorkspaceRight
  readonly changes: readonly ObjectChange[]
  readonly idempotency?: IdempotentCall | undefined
  /** True if the reply is a list, and an error names its change by index. */
  readonly isList?: boolean
  /** True if the reply has the results only: the socket sends the seq that it has broadcast. */
  readonly isLive?: boolean | undefined
  /** The request is refused unless this is the seq of the workspace. */
  readonly if_seq?: number | undefined
  /** True for a dry run: the reply is what would happen; nothing is changed. */
  readonly isDryRun?: boolean | undefined
  /** True for a part of an import: mentions notify no one, and the reply is empty. */
  readonly isImport?: boolean
  /**
   * True if the server removes what a failed import has created: no right is needed, and an ended token does not
   * matter.
   */
  readonly isRemoval?: boolean
}

export const countChanges = (requests: readonly ChangeRequest[]): number =>
  requests.reduce((sum, { changes }) => sum + changes.length, 0)

export type ChangeResult =
  /** `text` is the record as JSON in the format of the API. */
  | { readonly kind: KindName | 'comment'; readonly id: string; readonly text: string }
  | { readonly kind: KindName | 'comment'; readonly id: string; readonly deleted: true }
  /** The reply to an entry that arranges several objects, as JSON. */
  | { readonly arranged: string }

/** User ids to notify of a mention, by workspace and then email address: access differs between workspaces. */
export type Mentions = ReadonlyMap<number, ReadonlyMap<string, number>>
