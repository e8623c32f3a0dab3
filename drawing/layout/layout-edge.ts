// An edge of a graph that is laid out in ranks.

export interface LayoutEdge {
  readonly from: number
  readonly to: number
  /** How many ranks it spans at least. */
  readonly length: number
  /** Room that its label needs along and across. */
  readonly labelWidth: number
  readonly labelHeight: number
}
