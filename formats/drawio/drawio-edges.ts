// The edges of a diagram as connectors.

import type { ImportedEnd } from '../attach-end.ts'
import { hexColor } from '../css-color.ts'
import type { XmlElement } from '../xml/parse-xml.ts'
import { type Cell, numberIn } from './drawio-page.ts'
import { boxOf, type Diagram, groupOf, lineStyleOf, originOf, textOf, type XY } from './drawio-vertices.ts'

export function addEdge(cell: Cell, diagram: Diagram): void {
  const { style } = cell
  const { builder } = diagram
  const [from, to] = [endOf(cell, 'source', diagram), endOf(cell, 'target', diagram)]
  if (!from || !to) {
    builder.report.leaveOut('line_without_points')
    return
  }
  const opacity = numberIn(style, 'opacity', 100) / 100
  builder.add(
    'connector',
    {
      from,
      to,
      path: pathOf(style),
      via: bendsOf(cell, diagram).map(({ x, y }) => [x, y]),
      startCap: capOf(cell, 'startArrow', 'none', diagram),
      endCap: capOf(cell, 'endArrow', 'classic', diagram),
      color: hexColor(style.get('strokeColor') ?? '#000000', opacity) ?? '#000000',
      width: Math.max(1, numberIn(style, 'strokeWidth', 1)),
      line: lineStyleOf(style),
      label: labelOf(cell, diagram),
    },
    { ref: cell.ref, group: groupOf(cell, diagram) },
  )
}

function pathOf(style: ReadonlyMap<string, string>): string {
  if (style.get('curved') === '1') return 'curve'
  return /orthogonal|elbow|entityRelation|sideToSide|topToBottom|loop|isometric/i.test(style.get('edgeStyle') ?? '')
    ? 'elbow'
    : 'straight'
}

/** Attached to a cell, or a free point. Null if the file does not say. */
function endOf(cell: Cell, name: 'source' | 'target', diagram: Diagram): ImportedEnd | null {
  const target = diagram.page.byId.get(name === 'source' ? cell.sourceId : cell.targetId)
  if (target?.isVertex && !diagram.labels.has(target.parentId) && target.style.get('name') !== 'group')
    return { id: { ref: target.ref }, anchor: anchorOf(cell, name) }
  const point = pointNamed(cell.geometry, `${name}Point`, originOf(cell.parentId, diagram))
  if (target?.isVertex) {
    const box = boxOf(target, diagram)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  if (target || (name === 'source' ? cell.sourceId : cell.targetId) !== '')
    diagram.builder.report.adapt('end_missing', cell.ref)
  return point
}

function anchorOf({ style }: Cell, name: 'source' | 'target'): unknown {
  const prefix = name === 'source' ? 'exit' : 'entry'
  if (!style.has(`${prefix}X`) || !style.has(`${prefix}Y`)) return 'auto'
  const fraction = (value: number) => Math.min(1, Math.max(0, value))
  return [fraction(numberIn(style, `${prefix}X`, 0.5)), fraction(numberIn(style, `${prefix}Y`, 0.5))]
}

function pointNamed(geometry: XmlElement | null, name: string, origin: XY): XY | null {
  const point = geometry?.children.find(child => child.name === 'mxPoint' && child.attributes.get('as') === name)
  return point ? pointOf(point, origin) : null
}

const pointOf = ({ attributes }: XmlElement, origin: XY): XY => ({
  x: origin.x + numberIn(attributes, 'x'),
  y: origin.y + numberIn(attributes, 'y'),
})

function bendsOf(cell: Cell, diagram: Diagram): XY[] {
  const list = cell.geometry?.children.find(child => child.name === 'Array' && child.attributes.get('as') === 'points')
  const origin = originOf(cell.parentId, diagram)
  return (list?.children ?? []).filter(child => child.name === 'mxPoint').map(point => pointOf(point, origin))
}

// biome-ignore format: a table
const caps: Readonly<Record<string, string>> = {
  none: 'none', classic: 'triangle', classicThin: 'triangle', block: 'triangle', blockThin: 'triangle', open: 'arrow', openThin: 'arrow',
  openAsync: 'arrow', oval: 'circle', circle: 'circle', diamond: 'diamond', diamondThin: 'diamond', dash: 'bar', cross: 'bar', baseDash: 'bar',
}

function capOf(cell: Cell, name: string, fallback: string, { builder }: Diagram): string {
  const arrow = cell.style.get(name) ?? fallback
  if (Object.hasOwn(caps, arrow)) return caps[arrow] as string
  builder.report.adapt('cap_replaced', cell.ref)
  return 'arrow'
}

function labelOf(cell: Cell, { labels }: Diagram): string {
  return [cell, ...(labels.get(cell.id) ?? [])]
    .map(textOf)
    .filter(text => text !== '')
    .join('\n')
}
