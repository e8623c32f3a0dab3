// The actions of canvases.

import type { BoardObject } from '@tessera/client'
import { fittedCanvas, isCanvas } from '../../objects/fit-canvas.ts'
import type { OpenBoard } from '../../state/board.ts'
import { selectedObjects } from '../../state/selection.ts'
import type { Action } from '../action.ts'
import { updateObjects } from '../changes/object-changes.ts'

export const canvasActions = {
  fitToContents: {
    icon: 'fit',
    isAvailable: ({ single, rights }) => rights.canEdit && single !== null && isCanvas(single),
    run: board => fitToContents(board, selectedObjects(board)),
  },
} satisfies Readonly<Record<string, Action>>

function fitToContents(board: OpenBoard, [canvas]: readonly BoardObject[]): void {
  const box = canvas && fittedCanvas(canvas, board.live.objects.values())
  if (canvas && box) updateObjects(board, [canvas], { ...box })
}
