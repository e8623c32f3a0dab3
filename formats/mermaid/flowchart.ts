// A flowchart as it was parsed.

import type { Link } from './parse-link.ts'

export type Style = ReadonlyMap<string, string>

export interface Styles {
  readonly classes: Map<string, Style>
  readonly nodes: Map<string, Style>
  readonly links: Map<number, Style>
  /** `linkStyle default`, under the key `default`. */
  readonly allLinks: Map<string, Style>
}

export type Direction = 'TB' | 'BT' | 'LR' | 'RL'

export interface FlowNode {
  readonly id: string
  text: string
  form: string
  /** Whether the form is only similar to the one that was meant. */
  isSimilar: boolean
  /** The subgraph that it is in. */
  parent: Subgraph | null
  readonly classes: string[]
}

export interface Subgraph {
  readonly id: string
  readonly title: string
  readonly parent: Subgraph | null
  direction: Direction | null
}

export interface FlowLink extends Link {
  readonly from: string
  readonly to: string
}

export interface Flowchart {
  direction: Direction
  readonly nodes: Map<string, FlowNode>
  readonly subgraphs: Map<string, Subgraph>
  readonly links: FlowLink[]
  readonly styles: Styles
  /** Of all links together. */
  labelsLength: number
  leftOut: number
}
