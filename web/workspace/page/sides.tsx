// What stands at the right of the board: the open panel, and how the selection looks.

import { useLayoutEffect, useState } from 'react'
import { isNarrow } from '../../ui/is-narrow.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { FetchedPart, laterPart } from '../loading/lazy-part.tsx'
import { TypedAhead } from '../loading/typed-ahead.tsx'
import { controlsOf } from '../panels/inspector/controls.ts'
import { Inspector } from '../panels/inspector/inspector.tsx'
import { showSelectionBesidePanel } from '../panels/side-panel/beside-panel.ts'
import { type Board, tell, useBoard } from '../state/board.ts'
import { useRights, useSelected } from '../state/live-hooks.ts'
import { useWatched } from '../state/observable.ts'
import { useWorkspaceWords } from '../workspace-words.ts'

const panels = {
  comments: laterPart(() => import('../panels/comments/comments-panel.tsx').then(found => found.CommentsPanel)),
  search: laterPart(() => import('../panels/search/search-panel.tsx').then(found => found.SearchPanel)),
  outline: laterPart(() => import('../panels/outline/outline.tsx').then(found => found.OutlinePanel)),
} as const

export function Sides() {
  const board = useBoard()
  const { panel, edited, lifted, entered } = board
  const open = useWatched(panel)
  const isEditing = [useWatched(edited), useWatched(entered)].some(one => one !== null)
  const isMoving = useWatched(lifted).size > 0
  const isStyleShown = open === null && !isEditing && !isMoving
  return (
    <div className="workspace-sides">
      {isStyleShown && <Style />}
      {open && (
        <FetchedPart
          key={open}
          part={panels[open]}
          props={{}}
          waiting={<TypedAhead />}
          onLost={() => tellLost(board)}
        />
      )}
    </div>
  )
}

function tellLost(board: Board) {
  board.panel.set(null)
  tell(board, useWorkspaceWords.now().connection.notFetched)
}

/** On a phone how things look is asked for with a button: it would cover what it is about. */
function Style() {
  const words = useWorkspaceWords()
  const selected = useSelected()
  const { canEdit } = useRights()
  const [isOpen, setOpen] = useState(false)
  const board = useBoard()
  useLayoutEffect(() => {
    if (isOpen) showSelectionBesidePanel(board)
  }, [board, isOpen])
  if (!isNarrow()) return <Inspector />
  if (controlsOf(selected).length === 0 || !canEdit) return null
  return (
    <>
      <IconButton
        icon={isOpen ? 'close' : 'style'}
        label={words.inspector.title}
        side="above"
        className="sides-style"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <Inspector />}
    </>
  )
}
