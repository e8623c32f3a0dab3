// The right side of the board: the open panel.

import { LazyView, lazyPart } from '../loading/lazy-part.tsx'
import { TypedAhead } from '../loading/typed-ahead.tsx'
import { notify, type OpenBoard, useBoard } from '../state/board.ts'
import { useObservable } from '../state/observable.ts'
import { useWorkspaceMessages } from '../workspace-messages.ts'

const panels = {
  comments: lazyPart(() => import('../panels/comments/comments-panel.tsx').then(found => found.CommentsPanel)),
  search: lazyPart(() => import('../panels/search/search-panel.tsx').then(found => found.SearchPanel)),
  outline: lazyPart(() => import('../panels/outline/outline.tsx').then(found => found.OutlinePanel)),
} as const

export function Sides() {
  const board = useBoard()
  const open = useObservable(board.panel)
  return (
    <div className="workspace-sides">
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
  notify(board, useWorkspaceMessages.now().connection.notFetched)
}
