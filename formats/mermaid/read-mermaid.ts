// Reads flowcharts of Mermaid: nodes become shapes, links become connectors, subgraphs become canvases, in a layout of
// our own.

import { BoardBuilder } from '../board-builder.ts'
import { type ImportedBoard, type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { nearestCanvasColor } from '../css-color.ts'
import { decodeText } from '../parse-json.ts'
import { type ArrangedChart, arrangeFlowchart, fontSize } from './arrange-flowchart.ts'
import type { Direction, Flowchart, FlowLink } from './flowchart.ts'
import { linkStyle, nodeStyle } from './flowchart-styles.ts'
import { parseFlowchart } from './parse-flowchart.ts'

export function readMermaid(bytes: Uint8Array, limits: ImportLimits): ImportedBoard {
  const chart = parseFlowchart(withoutFence(decodeText(bytes)), limits)
  if (chart.nodes.size === 0 && chart.subgraphs.size === 0)
    throw new UnreadableBoardFile('empty', 'The flowchart has no nodes')
  const builder = new BoardBuilder(limits)
  const arranged = arrangeFlowchart(chart)
  const refs = addMembers(chart, arranged, builder)
  for (const [index, link] of chart.links.entries()) addLink(link, index, { chart, arranged, refs, builder })
  for (let count = 0; count < chart.leftOut; count++) builder.report.leaveOut('statement_left_out')
  return builder.finish()
}

/** The text between ```mermaid and ```, if the file is one. */
const withoutFence = (text: string) => /^\s*```mermaid\s*\n([\s\S]*?)\n```/.exec(text)?.[1] ?? text

function addMembers(chart: Flowchart, { boxes }: ArrangedChart, builder: BoardBuilder): Map<string, string> {
  const refs = new Map<string, string>()
  for (const subgraph of chart.subgraphs.values()) {
    const fill = chart.styles.nodes.get(subgraph.id)?.get('fill')
    const borderColor = fill === undefined ? 'Gray' : nearestCanvasColor(fill)
    refs.set(
      subgraph.id,
      builder.add('canvas', { ...boxes.get(subgraph), name: subgraph.title, borderColor }, { ref: `g${refs.size}` }),
    )
  }
  for (const node of chart.nodes.values()) {
    const data = { ...boxes.get(node), text: node.text, form: node.form, fontSize, ...nodeStyle(node, chart.styles) }
    const ref = builder.add('shape', data, { ref: `n${refs.size}` })
    if (node.isSimilar) builder.report.adapt('form_replaced', ref)
    refs.set(node.id, ref)
  }
  return refs
}

interface LinkContext {
  readonly chart: Flowchart
  readonly arranged: ArrangedChart
  readonly refs: ReadonlyMap<string, string>
  readonly builder: BoardBuilder
}

const sorts = {
  normal: {},
  dotted: { line: 'dotted' },
  thick: { width: 4 },
  invisible: {},
} as const

/** Where a link leaves and where it arrives. */
const anchors: Readonly<Record<Direction, readonly [from: string, to: string]>> = {
  TB: ['bottom', 'top'],
  BT: ['top', 'bottom'],
  LR: ['right', 'left'],
  RL: ['left', 'right'],
}

function addLink(link: FlowLink, index: number, context: LinkContext): void {
  const { chart, arranged, refs, builder } = context
  if (link.sort === 'invisible') return
  const route = arranged.links.get(link)
  const [from, to] = anchorsOf(link, route, context)
  builder.add(
    'connector',
    {
      from: { id: { ref: refs.get(link.from) }, anchor: from },
      to: { id: { ref: refs.get(link.to) }, anchor: to },
      path: 'elbow',
      via: route?.via ?? [],
      startCap: link.startCap,
      endCap: link.endCap,
      label: link.label,
      ...sorts[link.sort],
      ...linkStyle(index, chart.styles),
    },
    { ref: `l${index}` },
  )
}

type Route = ArrangedChart['links'] extends ReadonlyMap<FlowLink, infer R> ? R : never

/** A link against the direction goes around: it leaves and arrives at the side on which it passes. */
function anchorsOf(link: FlowLink, route: Route | undefined, { chart, arranged }: LinkContext): readonly string[] {
  if (!route) return ['auto', 'auto']
  if (!route.isReversed) return anchors[route.direction]
  const isAcross = route.direction === 'LR' || route.direction === 'RL'
  return [link.from, link.to].map((id, index) => {
    const member = chart.subgraphs.get(id) ?? chart.nodes.get(id)
    const box = member && arranged.boxes.get(member)
    const next = index === 0 ? route.via[0] : route.via.at(-1)
    // Inside of a subgraph, the free direction is not known.
    if (!box || (member.parent !== null && next)) return 'auto'
    if (isAcross) return !next || next[1] > box.y + box.height / 2 ? 'bottom' : 'top'
    return !next || next[0] > box.x + box.width / 2 ? 'right' : 'left'
  })
}
