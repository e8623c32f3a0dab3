// The words of the write path: what may be asked of it, and what it answers.

import type { KindName, WorkspaceRight } from '@tessera/contract'
import type { Claim } from '../access/access.ts'
import type { IdempotentCall } from '../handler.ts'
import type { HiddenFields } from '../records/stored-object.ts'

export type ObjectChange =
  | {
      op: 'create'
      kind: KindName
      /** Checked against the kind already. */
      data: Record<string, unknown>
      /** What only the server knows: the stored file, the natural size. */
      known?: { fields: Record<string, unknown>; hidden: HiddenFields }
      /** The object it is drawn on. */
      on?: { kind: KindName; id: string }
    }
  | { op: 'update'; kind?: KindName; id: string; data: Record<string, unknown>; version?: number | undefined }
  | { op: 'delete'; kind?: KindName; id: string; version?: number | undefined }
  | { op: 'restore'; id: string }
  | { op: 'comment'; on: { kind: KindName; id: string }; text: string; parent: string | null }

/** Nothing but what JSON can say: it may travel to another thread. */
export interface ChangeRequest {
  readonly claim: Claim
  readonly workspace_uid: string
  readonly right: WorkspaceRight
  readonly changes: readonly ObjectChange[]
  readonly idempotency?: IdempotentCall | undefined
  /** Answered by a list, and a fault names the change by its index. */
  readonly isList?: boolean
}

export const sizeOf = (requests: readonly ChangeRequest[]): number =>
  requests.reduce((sum, { changes }) => sum + changes.length, 0)

export type ChangeResult =
  /** `text` is the record as the wire shows it. */
  | { readonly kind: KindName | 'comment'; readonly id: string; readonly text: string }
  | { readonly kind: KindName; readonly id: string; readonly deleted: true }

/** Who is to be told that a comment names them, by workspace and address: access to one says nothing about another. */
export type Mentions = ReadonlyMap<number, ReadonlyMap<string, number>>
