// What stands at the right of the board: the open panel, and how the selection looks.

import { lazy, Suspense, useState } from 'react'
import { isNarrow } from '../../ui/is-narrow.ts'
import { useBoard } from '../board/board.ts'
import { useRights, useSelected } from '../board/live-hooks.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { useWatched } from '../watched.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { IconButton } from './icon-button.tsx'
import { TypedAhead } from './typed-ahead.tsx'

const panels = {
  comments: lazy(() => import('../comments/comments-panel.tsx').then(found => ({ default: found.CommentsPanel }))),
  search: lazy(() => import('../search/search-panel.tsx').then(found => ({ default: found.SearchPanel }))),
  outline: lazy(() => import('../outline/outline.tsx').then(found => ({ default: found.OutlinePanel }))),
} as const

export function Sides() {
  const { panel, edited, lifted, entered } = useBoard()
  const open = useWatched(panel)
  const isEditing = [useWatched(edited), useWatched(entered)].some(one => one !== null)
  const isMoving = useWatched(lifted).size > 0
  const Panel = open ? panels[open] : null
  const isStyleShown = !Panel && !isEditing && !isMoving
  return (
    <div className="workspace-sides">
      {isStyleShown && <Style />}
      <Suspense fallback={<TypedAhead />}>{Panel && <Panel />}</Suspense>
    </div>
  )
}

/** On a phone how things look is asked for with a button: it would cover what it is about. */
function Style() {
  const words = useWorkspaceWords()
  const selected = useSelected()
  const { canEdit } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow()) return <Inspector />
  if (selected.length === 0 || !canEdit) return null
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
