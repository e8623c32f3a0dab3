// The canvas of the board, connected with the tools, the overlay, presence, shortcuts and the clipboard.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { openBoardView } from '../../../canvas/open-board-view.ts'
import { boxOf } from '../../../ui/box-of.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { remToPixels } from '../../../ui/rem-to-pixels.ts'
import { useTheme } from '../../../ui/theme.ts'
import { listenToClipboard } from '../../actions/clipboard/listen-to-clipboard.ts'
import { listenToDrops } from '../../actions/clipboard/listen-to-drops.ts'
import { sendWaitingComments } from '../../actions/comments/send-comment.ts'
import { listenToKeys } from '../../actions/shortcuts/listen-to-keys.ts'
import { preloadLazyParts } from '../../loading/lazy-part.tsx'
import { showLasers, withLasers } from '../../overlays/laser/show-lasers.ts'
import { selectionOverlay } from '../../overlays/paint-overlay.ts'
import { showMotion } from '../../overlays/show-motion.ts'
import { listenForMenu } from '../../pointer/menu/listen-for-menu.ts'
import { toolOf } from '../../pointer/tools/tool-of.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { notConnecting } from '../../state/connecting.ts'
import { type Following, openFollowing } from '../../state/follow.ts'
import { keepSelectionCurrent } from '../../state/selection.ts'
import { getTool } from '../../state/tool-list.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { announceChanges } from './announce-changes.ts'
import { boardPictures } from './board-pictures.ts'
import { goToLinked } from './go-to-linked-object.ts'
import { refreshPictures } from './refresh-pictures.ts'
import { sharePresence } from './share-presence.ts'
import { refreshPreviews, withPagePreviews, withPreviewPictures } from './show-page-previews.ts'

/** The areas that the bars cover: the sides on a desktop, the top and bottom on a phone. */
function margins() {
  const [side, above, below] = isNarrow() ? ([1, 7.5, 7.75] as const) : ([5.25, 5.25, 5.25] as const)
  return { top: remToPixels(above), right: remToPixels(side), bottom: remToPixels(below), left: remToPixels(side) }
}

/** Other elements that may cover the board. On a phone the bars stay within the margins. */
const covers = () =>
  Array.from(
    document.querySelectorAll(
      isNarrow()
        ? '.workspace-sides > *, .style-popover, .comment-popover'
        : '.workspace-sides > *, .view-controls, .pen-options',
    ),
    boxOf,
  )

export function BoardSurface({ children }: { children: (following: Following) => ReactNode }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const theme = useTheme()
  const container = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState<Following | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect below sets the theme of the open view
  useEffect(() => {
    const view = openBoardView(container.current as HTMLElement, {
      source: withPagePreviews(sourceOf(board), board.pagePreviews),
      pictures: withPreviewPictures(boardPictures(board.client, board.uid, board.live), board),
      theme,
      margins: margins(),
      covers,
    })
    board.view.set(view)
    const followed = openFollowing(board, view)
    setFollowing(followed)
    const stops = [...wire(board, view), () => followed.close()]
    return () => {
      for (const stop of stops) stop()
      board.view.set(null)
      view.close()
    }
  }, [board])
  useEffect(() => board.view.get()?.setTheme(theme), [board, theme])
  useEffect(() => {
    board.view.get()?.element.setAttribute('aria-label', messages.board)
    board.view.get()?.element.setAttribute('role', 'application')
  })
  return (
    <>
      <div ref={container} className="board-surface" />
      {following && children(following)}
    </>
  )
}

const sourceOf = ({ live }: OpenBoard) => ({
  objects: live.objects,
  onChange: (listener: (ids: Iterable<string> | null) => void) =>
    live.onChange(({ ids, isFullReload }) => listener(isFullReload ? null : ids)),
})

function wire(board: OpenBoard, view: BoardView): (() => void)[] {
  const applyTool = () => view.setTool(toolOf(board.tool.get(), board, view))
  const repaint = () => view.invalidate()
  applyTool()
  void view.settled().then(preloadLazyParts)
  view.setOverlay(withLasers(board, selectionOverlay(board, view)))
  return [
    board.tool.subscribe(applyTool),
    board.selection.subscribe(repaint),
    board.enteredGroup.subscribe(repaint),
    board.guides.subscribe(repaint),
    board.gestureFrame.subscribe(repaint),
    board.marquee.subscribe(repaint),
    board.connecting.subscribe(repaint),
    board.tool.subscribe(() => endConnecting(board)),
    board.dialog.subscribe(repaint),
    board.editedId.subscribe(repaint),
    board.activeBrowserId.subscribe(repaint),
    board.live.onPeople(repaint),
    board.live.onComments(repaint),
    board.commentPlace.subscribe(repaint),
    board.commentFilter.subscribe(repaint),
    board.drafts.subscribe(repaint),
    sendWaitingComments(board),
    board.live.onRole(() => dropEditTools(board)),
    keepSelectionCurrent(board),
    refreshPictures(board, view),
    showMotion(board, view),
    showLasers(board, view),
    refreshPreviews(board, view),
    sharePresence(board, view),
    announceChanges(board),
    listenToKeys(board),
    listenToClipboard(board),
    listenToDrops(board, view),
    listenForMenu(board, view),
    goToLinked(board, view),
  ]
}

/** The connector tool starts with no chosen end, and clears it when it is left. */
function endConnecting(board: OpenBoard): void {
  if (getTool(board.tool.get()).creates?.use.type !== 'connect') board.connecting.set(notConnecting)
}

/** A user who loses the right to edit gets the select tool. */
function dropEditTools(board: OpenBoard): void {
  if (board.live.role?.can_edit_workspace) return
  board.editedId.set(null)
  board.tool.set('select')
}
