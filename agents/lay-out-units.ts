// The places of units in a layout, relative to the corner of the whole, and the paths of the connectors between them.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Point } from '@tessera/drawing'
import { flowLayoutInSteps } from '@tessera/drawing/layout/flow-layout'
import { balancedColumns, columnsLayout, gridLayout } from '@tessera/drawing/layout/grid-layout'
import type { Layout, LayoutDirection, Size } from '@tessera/drawing/layout/layout'
import type { LayoutSteps } from '@tessera/drawing/layout/layout-steps'
import { treeLayout } from '@tessera/drawing/layout/tree-layout'
import { layOutText } from '@tessera/drawing/text-layout'
import {
  type ArrangedUnit,
  endIdsOf,
  fieldOf,
  hasEnds,
  orderedUnits,
  sortWord,
  type UnitOrder,
} from './arranged-units.ts'
import type { BoardObject } from './board-object.ts'

export const layoutNames = ['grid', 'columns', 'row', 'stack', 'tree', 'flow'] as const
export type LayoutName = (typeof layoutNames)[number]

export interface LayoutOptions {
  readonly layout: LayoutName
  readonly order: UnitOrder
  readonly gap?: number | undefined
  readonly columns?: number | undefined
  readonly direction?: LayoutDirection | undefined
}

export interface UnitLayout {
  readonly units: readonly ArrangedUnit[]
  /** Corners by unit. */
  readonly places: readonly Point[]
  readonly size: Size
  /** Only for a flow: where the connectors between units pass, by connector. */
  readonly via: ReadonlyMap<BoardObject, readonly Point[]>
}

export async function layOutUnits(
  given: readonly ArrangedUnit[],
  board: readonly BoardObject[],
  options: LayoutOptions,
): Promise<UnitLayout> {
  const units = orderedUnits(given, options.order)
  const sizes = units.map(sizeOf)
  const gap = options.gap ?? pleasantGap(sizes)
  const none = { via: new Map() }
  switch (options.layout) {
    case 'grid':
      return { units, ...gridLayout(sizes, { gap, columns: options.columns }), ...none }
    case 'row':
      return { units, ...gridLayout(sizes, { gap, columns: Math.max(1, sizes.length), align: 'middle' }), ...none }
    case 'stack':
      return { units, ...gridLayout(sizes, { gap, columns: 1 }), ...none }
    case 'columns':
      return { units, ...layOutColumns(units, gap, options), ...none }
    case 'tree': {
      const edges = edgesOf(units, board)
      return {
        units,
        ...treeLayout(sizes, edges, { gap, levelGap: levelGap(gap), direction: options.direction }),
        ...none,
      }
    }
    case 'flow': {
      const edges = edgesOf(units, board)
      const gaps = { gap, levelGap: levelGap(gap), direction: options.direction }
      const flow = await pauseBetween(flowLayoutInSteps(sizes, edges, gaps))
      const via = new Map(
        edges.map(({ connector, isTurned }, index) => {
          const points = flow.via[index] ?? []
          return [connector, isTurned ? points.toReversed() : points] as const
        }),
      )
      return { units, places: flow.places, size: flow.size, via }
    }
  }
}

const longestTurnMs = 10

/** Other requests are served between the steps. */
async function pauseBetween<Result>(steps: LayoutSteps<Result>): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < longestTurnMs) continue
    await nextTurn()
    since = performance.now()
  }
}

/** Rounds to whole numbers, so that all corners are whole numbers. */
const sizeOf = ({ box }: ArrangedUnit): Size => ({ width: Math.ceil(box.width), height: Math.ceil(box.height) })

/** The gap grows with the objects: notes need more room than small shapes. */
function pleasantGap(sizes: readonly Size[]): number {
  const sides = sizes.map(({ width, height }) => Math.min(width, height)).sort((a, b) => a - b)
  const median = sides[Math.floor(sides.length / 2)] ?? 0
  return Math.min(80, Math.max(30, Math.round((median * 0.15) / 10) * 10))
}

/** An arrow needs room to be seen. */
const levelGap = (gap: number) => Math.max(80, 2 * gap)

/** One column for each color or kind if the objects are ordered by it, otherwise columns of about the same height. */
function layOutColumns(units: readonly ArrangedUnit[], gap: number, { order, columns }: LayoutOptions): Layout {
  const sizes = units.map(sizeOf)
  const isByWord = columns === undefined && (order === 'color' || order === 'kind')
  const lists = isByWord
    ? [...Map.groupBy(units.keys(), index => sortWord(units[index] as ArrangedUnit, order)).values()].map(list =>
        list.map(index => sizes[index] as Size),
      )
    : cut(sizes, balancedColumns(sizes, columns ?? defaultColumns, gap))
  return columnsLayout(lists, gap)
}

const defaultColumns = 3

function cut(sizes: readonly Size[], counts: readonly number[]): Size[][] {
  const rest = [...sizes]
  return counts.map(count => rest.splice(0, count))
}

interface UnitEdge {
  readonly from: number
  readonly to: number
  readonly connector: BoardObject
  /** True if its arrow is at the start: then it points to the object that it is drawn from. */
  readonly isTurned: boolean
  readonly label?: Size | undefined
}

/** The connectors between two units, in the direction of their arrows. */
function edgesOf(units: readonly ArrangedUnit[], board: readonly BoardObject[]): UnitEdge[] {
  const unitOf = new Map(units.flatMap(({ objects }, index) => objects.map(({ id }) => [id, index] as const)))
  return board.filter(hasEnds).flatMap((connector): UnitEdge[] => {
    const [start, end] = endIdsOf(connector).map(id => (id === null ? undefined : unitOf.get(id)))
    if (start === undefined || end === undefined || start === end) return []
    const isTurned = fieldOf(connector, 'startCap') !== 'none' && fieldOf(connector, 'endCap') === 'none'
    const [from, to] = isTurned ? [end, start] : [start, end]
    return [{ from, to, connector, isTurned, label: labelSize(String(fieldOf(connector, 'label') ?? '')) }]
  })
}

const labelFont = { fontFamily: 'Dosis', fontWeight: 'normal', fontStyle: 'normal', textTransform: 'inherit' } as const

function labelSize(label: string): Size | undefined {
  if (label === '') return undefined
  const { width, height } = layOutText({ ...labelFont, text: label.slice(0, 500), fontSize: 18, hasMarks: true })
  return { width: Math.ceil(Math.min(400, width + 40)), height: Math.ceil(Math.min(200, height)) }
}
