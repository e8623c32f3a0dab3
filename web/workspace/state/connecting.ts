// What is being connected: shown by the overlay, changed by the tools.

import type { ConnectorAnchor, ConnectorEnd } from '@tessera/contract/kinds/connector'
import type { Point } from '@tessera/drawing'
import type { Side } from '@tessera/drawing/connector-end'
import type { Observable } from './observable.ts'

export interface Connecting {
  /** The object under the mouse, which shows its dots. */
  readonly hovered: string | null
  /** The dot under the mouse. */
  readonly dot: { readonly id: string; readonly side: Side } | null
  /** Where the end that is being dragged would be attached. */
  readonly target: { readonly id: string; readonly anchor: ConnectorAnchor } | null
  /** The first end, chosen by a click with the connector tool. */
  readonly from: ConnectorEnd | null
}

/** A connector that was dropped on the empty board: a menu offers an object for its end. */
export interface ConnectorOffer {
  readonly from: ConnectorEnd
  readonly to: Point
  /** Where it was dropped in the window. */
  readonly at: Point
}

export const notConnecting: Connecting = { hovered: null, dot: null, target: null, from: null }

export function showConnecting(
  { connecting }: { readonly connecting: Observable<Connecting> },
  next: Partial<Connecting>,
): void {
  const before = connecting.get()
  const after = { ...before, ...next }
  const isSame = (Object.keys(after) as (keyof Connecting)[]).every(
    name => JSON.stringify(after[name]) === JSON.stringify(before[name]),
  )
  if (!isSame) connecting.set(after)
}
