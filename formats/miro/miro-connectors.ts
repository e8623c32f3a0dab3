// The connectors of a Miro board.

import type { ImportedEnd } from '../attach-end.ts'
import { hexColor } from '../css-color.ts'
import { htmlText } from '../html-text.ts'
import { isObject, type JsonObject, own, ownList, ownText } from '../parse-json.ts'
import type { MiroBoard } from './miro-board.ts'

const paths: Readonly<Record<string, string>> = { straight: 'straight', elbowed: 'elbow', curved: 'curve' }

export function addMiroConnector(connector: JsonObject, ref: string, board: MiroBoard): void {
  const [from, to] = [endOf(connector, 'startItem', board), endOf(connector, 'endItem', board)]
  if (!from || !to) {
    board.builder.report.leaveOut('connector_without_end')
    return
  }
  const style = own(connector, 'style')
  const line = ownText(style, 'strokeStyle')
  const width = Number(ownText(style, 'strokeWidth') || 2)
  const shape = ownText(connector, 'shape')
  board.builder.add(
    'connector',
    {
      from,
      to,
      path: Object.hasOwn(paths, shape) ? paths[shape] : 'curve',
      startCap: capOf(ownText(style, 'startStrokeCap') || 'none', ref, board),
      endCap: capOf(ownText(style, 'endStrokeCap') || 'none', ref, board),
      color: hexColor(ownText(style, 'strokeColor')) ?? '#333333',
      width: board.enlarged * (Number.isFinite(width) ? width : 2),
      line: line === 'dashed' || line === 'dotted' ? line : 'solid',
      label: ownList(connector, 'captions')
        .map(caption => htmlText(ownText(caption, 'content')))
        .join('\n'),
    },
    { ref },
  )
}

/** The API does not say where a free end is. */
function endOf(connector: JsonObject, name: string, board: MiroBoard): ImportedEnd | null {
  const end = own(connector, name)
  const item = board.items.get(ownText(end, 'id'))
  if (!item) return null
  const position = own(end, 'position')
  const [u, v] = ['x', 'y'].map(axis => Number.parseFloat(ownText(position, axis)) / 100)
  const isFixed = isObject(position) && Number.isFinite(u) && Number.isFinite(v)
  return { id: { ref: item.ref }, anchor: isFixed ? [u, v] : 'auto' }
}

// biome-ignore format: a table
const caps: Readonly<Record<string, string>> = {
  none: 'none', arrow: 'arrow', stealth: 'triangle', rounded_stealth: 'triangle', filled_triangle: 'triangle', triangle: 'triangle',
  diamond: 'diamond', filled_diamond: 'diamond', oval: 'circle', filled_oval: 'circle', erd_one: 'bar', unknown: 'arrow',
}

function capOf(cap: string, ref: string, board: MiroBoard): string {
  if (Object.hasOwn(caps, cap)) return caps[cap] as string
  board.builder.report.adapt('cap_replaced', ref)
  return 'arrow'
}
