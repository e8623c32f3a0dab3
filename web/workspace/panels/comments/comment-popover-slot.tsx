// The slot of the comments beside the board. Its code is loaded once the page is idle.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { TypedAhead } from '../../loading/typed-ahead.tsx'
import { notify, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

const popover = lazyPart(() => import('./comment-popover.tsx').then(found => found.CommentPopover))

export function CommentPopoverSlot() {
  const board = useBoard()
  const place = useObservable(board.commentPlace)
  return (
    place && (
      <LazyView
        part={popover}
        props={{ place }}
        waiting={<TypedAhead />}
        onError={() => {
          board.commentPlace.set(null)
          notify(board, useWorkspaceMessages.now().connection.notFetched)
        }}
      />
    )
  )
}
