// Places the nodes and subgraphs of a flowchart. The content of a subgraph is laid out by itself; outside, the subgraph
// is one node, and links to its content count as links to it.

import type { ShapeForm } from '@tessera/drawing/drawable'
import { layOutLayers } from '@tessera/drawing/layout/layered-layout'
import type { LayoutEdge } from '@tessera/drawing/layout/layout-edge'
import { shapeTextBox } from '@tessera/drawing/shape-outline'
import { layOutText } from '@tessera/drawing/text-layout'
import type { PlacedBox } from '../board-content.ts'
import type { Direction, Flowchart, FlowLink, FlowNode, Subgraph } from './flowchart.ts'

export interface ArrangedChart {
  readonly boxes: ReadonlyMap<FlowNode | Subgraph, PlacedBox>
  /** Where a link passes between ranks, and whether it leads against the direction. */
  readonly links: ReadonlyMap<
    FlowLink,
    { readonly via: [number, number][]; readonly isReversed: boolean; readonly direction: Direction }
  >
}

export const fontSize = 20
const font = {
  fontFamily: 'Dosis',
  fontWeight: 'normal',
  fontStyle: 'normal',
  textTransform: 'inherit',
  hasMarks: true,
} as const
const padding = { left: 40, top: 64, right: 40, bottom: 40 }

type Member = FlowNode | Subgraph

interface Group {
  readonly size: { width: number; height: number }
  readonly place: (x: number, y: number) => void
}

export function arrangeFlowchart(chart: Flowchart): ArrangedChart {
  const members = Map.groupBy(
    [...chart.nodes.values(), ...chart.subgraphs.values()],
    (one): Subgraph | null => one.parent,
  )
  const arranged = { boxes: new Map<Member, PlacedBox>(), links: new Map() }
  const links = linksByGroup(chart)
  const arrange = (group: Subgraph | null, direction: Direction): Group =>
    arrangeGroup(members.get(group) ?? [], links.get(group) ?? [], direction, arranged as never, one =>
      arrange(one, one.direction ?? direction),
    )
  arrange(null, chart.direction).place(0, 0)
  return arranged
}

interface LiftedLink {
  readonly link: FlowLink
  readonly from: Member
  readonly to: Member
}

/** The innermost group that contains both ends, with the members of it that contain them. */
function linksByGroup(chart: Flowchart): Map<Subgraph | null, LiftedLink[]> {
  const groups = new Map<Subgraph | null, LiftedLink[]>()
  for (const link of chart.links) {
    const [from, to] = [chainOf(memberNamed(chart, link.from)), chainOf(memberNamed(chart, link.to))]
    let shared = 0
    while (shared < from.length - 1 && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
    const [start, end] = [from[shared], to[shared]]
    if (!start || !end || start === end) continue
    const list = groups.get(start.parent)
    if (list) list.push({ link, from: start, to: end })
    else groups.set(start.parent, [{ link, from: start, to: end }])
  }
  return groups
}

const memberNamed = ({ nodes, subgraphs }: Flowchart, id: string): Member | undefined =>
  subgraphs.get(id) ?? nodes.get(id)

/** From the outermost subgraph to the member itself. */
function chainOf(member: Member | undefined): Member[] {
  const chain: Member[] = []
  for (let one: Member | null | undefined = member; one; one = one.parent) chain.unshift(one)
  return chain
}

function arrangeGroup(
  members: readonly Member[],
  links: readonly LiftedLink[],
  direction: Direction,
  arranged: { boxes: Map<Member, PlacedBox>; links: Map<FlowLink, unknown> },
  arrangeInside: (subgraph: Subgraph) => Group,
): Group {
  const isAcross = direction === 'LR' || direction === 'RL'
  const groups = members.map(member => ('title' in member ? arrangeInside(member) : null))
  const sizes = members.map((member, index) => groups[index]?.size ?? nodeSize(member as FlowNode))
  const numbers = new Map(members.map((member, index) => [member, index]))
  const edges = links.map(({ link, from, to }): LayoutEdge => {
    const label = labelSize(link.label)
    return {
      from: numbers.get(from) as number,
      to: numbers.get(to) as number,
      length: link.length,
      labelWidth: isAcross ? label.height : label.width,
      labelHeight: isAcross ? label.width : label.height,
    }
  })
  const turned = (size: { width: number; height: number }) =>
    isAcross ? { width: size.height, height: size.width } : size
  const layout = layOutLayers(sizes.map(turned), edges)
  const point = ([x, y]: readonly [number, number]): [number, number] => {
    const along = direction === 'BT' || direction === 'RL' ? layout.height - y : y
    return isAcross ? [along, x] : [x, along]
  }
  const inner = turned({ width: layout.width, height: layout.height })
  const place = (left: number, top: number) => {
    for (const [index, member] of members.entries()) {
      const size = sizes[index] as { width: number; height: number }
      const corner = layout.at[index] as { x: number; y: number }
      const { width, height } = turned(size)
      const [x, y] = point([corner.x + width / 2, corner.y + height / 2])
      const box = { x: left + x - size.width / 2, y: top + y - size.height / 2, ...size }
      arranged.boxes.set(member, box)
      groups[index]?.place(box.x + padding.left, box.y + padding.top)
    }
    for (const [index, { link }] of links.entries()) {
      const via = (layout.via[index] ?? []).map(point).map(([x, y]): [number, number] => [left + x, top + y])
      arranged.links.set(link, { via, isReversed: layout.isReversed[index] === true, direction })
    }
  }
  return {
    size: {
      width: Math.max(120, inner.width) + padding.left + padding.right,
      height: Math.max(60, inner.height) + padding.top + padding.bottom,
    },
    place,
  }
}

const maxTextWidth = 240
const leastSizes: Readonly<Record<string, { width: number; height: number }>> = {
  ellipse: { width: 70, height: 70 },
  diamond: { width: 140, height: 100 },
  hexagon: { width: 140, height: 70 },
}

/** As large as the text needs in this form. */
function nodeSize({ text, form }: FlowNode): { width: number; height: number } {
  const { width, height } = layOutText({ ...font, text: text.slice(0, 2_000), fontSize, width: maxTextWidth })
  const isRound = form === 'ellipse'
  const least = leastSizes[form] ?? { width: 110, height: 60 }
  let size = { width: Math.max(least.width, width + 48), height: Math.max(least.height, height + 30) }
  for (let step = 0; step < 20; step++) {
    const box = shapeTextBox(form as ShapeForm, size)
    if (box.width >= width + 4 && box.height >= height + 2) break
    size = {
      width: size.width * (box.width < width + 4 ? 1.12 : 1),
      height: size.height * (box.height < height + 2 ? 1.12 : 1),
    }
  }
  const rounded = { width: Math.ceil(size.width / 10) * 10, height: Math.ceil(size.height / 10) * 10 }
  const side = Math.max(rounded.width, rounded.height)
  return isRound && side <= 160 ? { width: side, height: side } : rounded
}

function labelSize(label: string): { width: number; height: number } {
  if (label === '') return { width: 0, height: 0 }
  const { width, height } = layOutText({ ...font, text: label.slice(0, 500), fontSize: 18 })
  return { width: Math.min(400, width + 30), height: Math.min(200, height) }
}
