// An object in words: what it is, what it says, and what one would see of it besides.

import type { BoardObject } from '@tessera/client'
import type { Board } from '../state/board.ts'
import { sayFailure } from './describe-failure.ts'
import { isPinned, wordsOf } from './abilities.ts'
import type { WorkspaceWords } from '../workspace-words.ts'

export function describe(board: Board, object: BoardObject, words: WorkspaceWords): string {
  const comments = board.live.commentsOn(object.id).length
  const said = [
    words.kinds[object.kind],
    wordsOf(object).slice(0, 120) || words.outline.empty,
    isPinned(object) ? words.outline.pinned : '',
    sayFailure(object, words) ?? '',
    comments > 0 ? words.outline.comments(comments) : '',
  ]
  return said.filter(Boolean).join(', ')
}
