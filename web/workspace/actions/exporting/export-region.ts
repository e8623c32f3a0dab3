// The objects in the part of the board that is exported, and the box around them.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, boxAround } from '@tessera/drawing'
import { readingOrder } from '../../../canvas/reading-order.ts'
import { withCarried } from '../../objects/carried.ts'
import { isCanvas } from '../../objects/fit-canvas.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { ExportRegion } from '../../state/export-choice.ts'
import { selectedObjects } from '../../state/selection.ts'
import { listCopiedObjects } from '../clipboard/clip.ts'

export interface RegionContents {
  readonly count: number
  /** Null if there is nothing in it. */
  readonly box: Box | null
}

/** Includes everything on selected canvases, and the connectors between the objects. Null if nothing is selected. */
export function selectedRegion(board: OpenBoard): (ExportRegion & { what: 'selection' }) | null {
  const selected = selectedObjects(board)
  const free = listCopiedObjects(selected, board.live.objects.values())
  const ids = (free.length > 0 ? free : selected).map(({ id }) => id)
  return ids.length > 0 ? { what: 'selection', ids } : null
}

/** In reading order. */
export const canvasesOf = ({ live }: OpenBoard): BoardObject[] =>
  readingOrder([...live.objects.values()].filter(isCanvas)).flatMap(({ object }) => live.get(object.id) ?? [])

export function contentsOf({ live }: OpenBoard, region: ExportRegion): RegionContents {
  if (region.what === 'canvas') {
    const canvas = live.get(region.id)
    if (!canvas) return { count: 0, box: null }
    return { count: withCarried([canvas], live.objects.values(), () => true).length, box: bounds(canvas) }
  }
  const objects =
    region.what === 'everything' ? [...live.objects.values()] : region.ids.flatMap(id => live.get(id) ?? [])
  return { count: objects.length, box: boxAround(objects.map(object => bounds(object))) }
}
