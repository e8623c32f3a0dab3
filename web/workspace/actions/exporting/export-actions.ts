// The actions that export parts of the board. Their code is loaded when they are used.

import type { OpenBoard } from '../../state/board.ts'
import type { Action } from '../action.ts'
import type { ActionContext } from '../action-context.ts'
import { copyPicture } from './copy-picture.ts'

const isAnything = ({ isEmpty }: ActionContext) => !isEmpty

/** Copies the selection, or everything if nothing is selected. */
const copyAs = (format: 'png' | 'svg') => (board: OpenBoard) =>
  void copyPicture(
    board,
    format,
    import('./selection-query.ts').then(({ selectionQuery }) => selectionQuery(board, format)),
  )

export const exportActions = {
  export: { icon: 'download', isAvailable: isAnything, run: ({ dialog }: OpenBoard) => dialog.set('export') },
  copyAsPng: { icon: 'image', isAvailable: isAnything, run: copyAs('png') },
  copyAsSvg: { icon: 'image', isAvailable: isAnything, run: copyAs('svg') },
} satisfies Readonly<Record<string, Action>>
