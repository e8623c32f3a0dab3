// The right side of the board: the open panel, or the inspector.

import { useLayoutEffect, useState } from 'react'
import { isNarrow } from '../../ui/is-narrow.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { LazyView, lazyPart } from '../loading/lazy-part.tsx'
import { TypedAhead } from '../loading/typed-ahead.tsx'
import { controlsOf } from '../panels/inspector/controls.ts'
import { Inspector } from '../panels/inspector/inspector.tsx'
import { showSelectionBesidePanel } from '../panels/side-panel/beside-panel.ts'
import { notify, type OpenBoard, useBoard } from '../state/board.ts'
import { useRights, useSelected } from '../state/live-hooks.ts'
import { useObservable } from '../state/observable.ts'
import { useWorkspaceWords } from '../workspace-words.ts'

const panels = {
  comments: lazyPart(() => import('../panels/comments/comments-panel.tsx').then(found => found.CommentsPanel)),
  search: lazyPart(() => import('../panels/search/search-panel.tsx').then(found => found.SearchPanel)),
  outline: lazyPart(() => import('../panels/outline/outline.tsx').then(found => found.OutlinePanel)),
} as const

export function Sides() {
  const board = useBoard()
  const { panel, editedId, overrides, activeBrowserId } = board
  const open = useObservable(panel)
  const isEditing = [useObservable(editedId), useObservable(activeBrowserId)].some(one => one !== null)
  const isMoving = useObservable(overrides).size > 0
  const isStyleShown = open === null && !isEditing && !isMoving
  return (
    <div className="workspace-sides">
      {isStyleShown && <Style />}
      {open && (
        <LazyView
          key={open}
          part={panels[open]}
          props={{}}
          waiting={<TypedAhead />}
          onError={() => reportLoadFailure(board)}
        />
      )}
    </div>
  )
}

function reportLoadFailure(board: OpenBoard) {
  board.panel.set(null)
  notify(board, useWorkspaceWords.now().connection.notFetched)
}

/** On a phone the inspector opens with a button, because it would cover the selection. */
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
