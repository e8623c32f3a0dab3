// A connector as an arrow of Excalidraw, bound to the elements at its ends.

import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import type { ConnectorCap, ConnectorObject } from '@tessera/drawing/drawable'
import { boxOfPoints } from '@tessera/drawing/path'
import { bind, type Sketch, type WrittenElement } from './excalidraw-sketch.ts'
import { addBoundText, colorAndOpacity } from './write-text.ts'

const heads: Readonly<Record<ConnectorCap, string | null>> = {
  none: null,
  arrow: 'arrow',
  triangle: 'triangle',
  circle: 'circle',
  diamond: 'diamond',
  bar: 'bar',
}

export function writeConnector(
  connector: ConnectorObject & { group?: string | null; pin?: boolean },
  sketch: Sketch,
): void {
  const { color, opacity } = colorAndOpacity(connector.color)
  const drawn = drawnPoints(connector)
  const [start] = drawn
  if (!start) return
  const box = { ...boxOfPoints(drawn.map(([x, y]) => ({ x, y }))), x: start[0], y: start[1] }
  const style = {
    strokeColor: color,
    opacity,
    strokeWidth: connector.width,
    strokeStyle: connector.line,
    isLocked: connector.pin === true,
    groupIds: connector.group ? [connector.group] : [],
  }
  const isElbow = connector.path === 'elbow'
  const element = sketch.addReserved('arrow', connector.id, box, style, {
    points: drawn.map(([x, y]) => [x - start[0], y - start[1]]),
    lastCommittedPoint: null,
    startBinding: bindingOf(connector.from, drawn[0], isElbow, connector.id, sketch),
    endBinding: bindingOf(connector.to, drawn.at(-1), isElbow, connector.id, sketch),
    startArrowhead: heads[connector.startCap],
    endArrowhead: heads[connector.endCap],
    elbowed: isElbow,
    ...(isElbow ? { fixedSegments: null, startIsSpecial: null, endIsSpecial: null } : {}),
    roundness: connector.path === 'curve' ? { type: 2 } : null,
  })
  const font = { fontFamily: 'Dosis', fontSize: 20, fontWeight: 'normal', fontStyle: 'normal' } as const
  addBoundText(sketch, element, { ...font, text: connector.label, color: connector.color })
}

type XY = readonly [x: number, y: number]

/** The corners of a path; a curve is given by the points that bend it. */
function drawnPoints({ path, points, via }: ConnectorObject): XY[] {
  const drawn = points as unknown as readonly XY[]
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (!first || !last) return []
  if (path !== 'curve') return drawn.map(([x, y]) => [x, y])
  const bends = (via as readonly XY[]).length > 0 ? (via as readonly XY[]) : [drawn[Math.floor(drawn.length / 2)] as XY]
  return [first, ...bends, last]
}

function bindingOf(end: ConnectorEnd, point: XY | undefined, isElbow: boolean, id: string, sketch: Sketch) {
  const element = 'id' in end ? sketch.find(end.id) : null
  if (!element || !point) return null
  bind(element, id, 'arrow')
  const binding = { elementId: element.id, focus: 0, gap: 1 }
  return isElbow ? { ...binding, fixedPoint: fixedPoint(element, point) } : binding
}

/** Where on the element the arrow ends, as fractions of its box; exactly half would be ambiguous to Excalidraw. */
function fixedPoint(element: WrittenElement, [x, y]: XY): [number, number] {
  const [left, top, width, height] = [element.x, element.y, element.width, element.height] as number[] as [
    number,
    number,
    number,
    number,
  ]
  const fraction = (value: number) => (Math.abs(value - 0.5) < 0.0001 ? 0.5001 : value)
  return [fraction((x - left) / Math.max(1, width)), fraction((y - top) / Math.max(1, height))]
}
