// The most used deeds, right above what is selected: they follow it over the board.

import type { BoardObject } from '@tessera/client'
import type { Box } from '@tessera/drawing'
import { useLayoutEffect, useRef } from 'react'
import { isNarrow } from '../../ui/is-narrow.ts'
import { type Board, tell, useBoard } from '../board/board.ts'
import { useRights, useSelected } from '../board/live-hooks.ts'
import { Icon } from '../chrome/icon.tsx'
import { IconButton } from '../chrome/icon-button.tsx'
import { duplicate } from '../clipboard/paste.ts'
import { sayFailure } from '../documents/say-failure.ts'
import { turnPage } from '../documents/turn-page.ts'
import { canUpdate, isPinned, takesComments } from '../editing/abilities.ts'
import { deleteObjects, togglePin } from '../editing/acts.ts'
import { isFramed } from '../frames/framed.ts'
import { isMac, sayKeys } from '../shortcuts/match-key.ts'
import { useWatched } from '../watched.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { barPlace } from './bar-place.ts'
import { boundsOfSelection } from './paint-overlay.ts'
import './selection-bar.css'

export function SelectionBar() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const selected = useSelected()
  const { canEdit, canComment } = useRights()
  const edited = useWatched(board.edited)
  const entered = useWatched(board.entered)
  const lifted = useWatched(board.lifted)
  const bar = useRef<HTMLDivElement>(null)
  useAboveSelection(board, bar)
  const [first, another] = selected
  if (!first || edited !== null || entered !== null || lifted.size > 0) return null
  const isOne = another === undefined
  const failure = isOne ? sayFailure(first, words) : null
  return (
    <div ref={bar} className="selection-place">
      {failure && (
        <p className="selection-failure" role="status">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      <div className="selection-bar" role="toolbar" aria-label={words.selection.title}>
        {isOne && <PageButtons object={first} />}
        {isOne && isFramed(first) && (
          <>
            <IconButton icon="browser" label={words.selection.enter} onClick={() => board.entered.set(first.id)} />
            <IconButton
              icon="enter"
              label={words.frames.openElsewhere}
              onClick={() => window.open(first.url, '_blank', 'noreferrer')}
            />
          </>
        )}
        {isOne && takesComments(first) && (canComment || board.live.commentsOn(first.id).length > 0) && (
          <IconButton icon="comment" label={words.selection.comment} onClick={() => board.panel.set('comments')} />
        )}
        {isOne && <IconButton icon="link" label={words.selection.link} onClick={() => copyLink(board, first)} />}
        {canEdit && <EditButtons selected={selected} />}
        {isTouched() && <AddButton />}
      </div>
    </div>
  )
}

const isTouched = () => window.matchMedia('(pointer: coarse)').matches

function AddButton() {
  const { isAdding } = useBoard()
  const words = useWorkspaceWords()
  const isOn = useWatched(isAdding)
  return <IconButton icon="add" label={words.selection.more} aria-pressed={isOn} onClick={() => isAdding.set(!isOn)} />
}

function EditButtons({ selected }: { selected: readonly BoardObject[] }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const pinnable = selected.filter(object => canUpdate(object, 'pin'))
  const isPinnedNow = pinnable.length > 0 && pinnable.every(isPinned)
  const copy = () => void duplicate(board, selected, { x: 40, y: 40 })
  return (
    <>
      {pinnable.length > 0 && (
        <IconButton
          icon="pin"
          label={isPinnedNow ? words.selection.unpin : words.selection.pin}
          keys="L"
          aria-pressed={isPinnedNow}
          onClick={() => togglePin(board, selected)}
        />
      )}
      <IconButton icon="duplicate" label={words.selection.duplicate} keys={sayKeys('mod+d', isMac())} onClick={copy} />
      <IconButton
        icon="delete"
        label={words.selection.delete}
        keys="⌫"
        onClick={() => deleteObjects(board, selected)}
      />
    </>
  )
}

function PageButtons({ object }: { object: BoardObject }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const pages = useWatched(board.pages)
  if (!('pages' in object) || object.pages === null || object.pages < 2) return null
  const page = pages.get(object.id) ?? 1
  return (
    <>
      <IconButton
        icon="previous"
        label={words.documents.previous}
        keys="["
        disabled={page <= 1}
        onClick={() => turnPage(board, object, -1)}
      />
      <span className="selection-bar-pages">{words.documents.pageOf(page, object.pages)}</span>
      <IconButton
        icon="next"
        label={words.documents.next}
        keys="]"
        disabled={page >= object.pages}
        onClick={() => turnPage(board, object, 1)}
      />
    </>
  )
}

async function copyLink(board: Board, { id }: BoardObject) {
  const { origin, pathname } = window.location
  const words = useWorkspaceWords.now().selection
  await navigator.clipboard.writeText(`${origin}${pathname}#${id}`).then(
    () => tell(board, words.linkCopied),
    () => tell(board, words.linkNotCopied),
  )
}

/** What the tools and the zoom take up at the foot of a phone. */
const phoneFoot = 132

/** Follows the selection, and makes room for whatever else comes to lie over the board. */
function useAboveSelection(board: Board, bar: { readonly current: HTMLDivElement | null }) {
  const view = useWatched(board.view)
  useLayoutEffect(() => {
    if (!view) return
    const place = () => {
      const box = boundsOfSelection(board)
      const element = bar.current
      if (!box || !element) return
      const { zoom } = view.camera
      const selection = { ...view.boardToScreen(box), width: box.width * zoom, height: box.height * zoom }
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const foot = isNarrow() ? phoneFoot : 8
      const { x, y } = barPlace(size, selection, { window: view.size, foot, covered: coveredBy(coverings()) })
      element.style.setProperty('transform', `translate(${x}px, ${y}px)`)
    }
    const watch = new ResizeObserver(place)
    for (const element of document.querySelectorAll('.workspace-sides, .workspace-sides > *')) watch.observe(element)
    const stop = view.onCamera(place)
    place()
    return () => {
      watch.disconnect()
      stop()
    }
  })
}

/** On a phone the tools and the zoom are at its foot, which is kept free anyway. */
const coverings = () =>
  document.querySelectorAll(isNarrow() ? '.workspace-sides > *' : '.workspace-sides > *, .tool-bar, .view-controls')

const coveredBy = (elements: Iterable<Element>): Box[] =>
  Array.from(elements, element => element.getBoundingClientRect())
