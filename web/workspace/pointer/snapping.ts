// Snapping during a gesture: what is in view, and the guides that are shown. The modifier key turns it off.

import type { Box, Point } from '@tessera/drawing'
import { rendererOf } from '@tessera/drawing'
import { gridStep } from '@tessera/drawing/background'
import { isConnector } from '@tessera/drawing/connector-geometry'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { allParts, type SnappedParts, snapBox } from '../objects/snapping/snap-box.ts'
import { noGuides, type OpenBoard } from '../state/board.ts'

/** In screen pixels. */
const reachPixels = 6
const smallestTarget = 8

export interface Snapper {
  /** How far the box has to be moved. Shows the guides. */
  snap(box: Box, pointer: Pick<ToolPointer, 'modKey'>, how?: SnapHow): Point
  end(): void
}

interface SnapHow {
  /** All parts by default. */
  readonly parts?: { readonly x: SnappedParts; readonly y: SnappedParts }
  readonly hasGaps?: boolean
}

/** The excluded objects are those that move. */
export function openSnapper(board: OpenBoard, view: BoardView, isExcluded: (id: string) => boolean): Snapper {
  let targets: readonly Box[] = []
  let seen: unknown = null

  /** Collected again only if the view has moved. */
  function targetsNow(): readonly Box[] {
    if (seen !== view.camera) targets = targetsIn(view, isExcluded)
    seen = view.camera
    return targets
  }

  return {
    snap(box, { modKey }, { parts = { x: allParts, y: allParts }, hasGaps = false } = {}) {
      const { objects, grid } = board.snapping.get()
      if (modKey || (!objects && !grid)) {
        board.guides.set(noGuides)
        return still
      }
      const reach = reachPixels / view.camera.zoom
      const { by, lines, gaps } = snapBox(box, objects ? targetsNow() : [], {
        reach,
        parts,
        hasGaps,
        grid: grid ? gridStep(view.camera) : null,
      })
      board.guides.set(lines.length + gaps.length === 0 ? noGuides : { lines, gaps })
      return by
    },
    end: () => board.guides.set(noGuides),
  }
}

const still: Point = { x: 0, y: 0 }

/** The boxes of objects large enough to be seen. Lines and strokes have no useful edges. */
function targetsIn(view: BoardView, isExcluded: (id: string) => boolean): Box[] {
  const smallest = smallestTarget / view.camera.zoom
  return view.objectsIn(view.viewBox).flatMap(object => {
    if (isExcluded(object.id) || isConnector(object) || rendererOf(object).layer === 'ink') return []
    const box = view.boundsOf(object.id)
    return box && box.width >= smallest && box.height >= smallest ? [box] : []
  })
}
