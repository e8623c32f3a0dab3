// The most used deeds, right above what is selected: they follow it over the board.

import type { BoardObject } from '@tessera/client'
import { useLayoutEffect, useRef } from 'react'
import { boxOf } from '../../../ui/box-of.ts'
import { inPixels } from '../../../ui/in-pixels.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { deeds, isAllPinned } from '../../actions/action-table.ts'
import { situationOf } from '../../actions/situation.ts'
import { DeedButton } from '../../buttons/action-button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { Icon } from '../../icons/icon.tsx'
import { isFramed } from '../../objects/browser-object.ts'
import { sayFailure } from '../../objects/describe-failure.ts'
import { type Board, useBoard } from '../../state/board.ts'
import { useRights, useSelected } from '../../state/live-hooks.ts'
import { useWatched } from '../../state/observable.ts'
import { boundsOfSelection } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { barPlace } from './bar-position.ts'
import './selection-bar.css'

/** In this order, as far as they fit. */
const offered = ['openElsewhere', 'discuss', 'link', 'pin', 'duplicate', 'delete'] as const

export function SelectionBar() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const selected = useSelected()
  const edited = useWatched(board.edited)
  const entered = useWatched(board.entered)
  const lifted = useWatched(board.lifted)
  useRights()
  const bar = useRef<HTMLDivElement>(null)
  useAboveSelection(board, bar)
  if (selected.length === 0 || edited !== null || entered !== null || lifted.size > 0) return null
  const situation = situationOf(board)
  const { one } = situation
  const failure = one && sayFailure(one, words)
  return (
    <div ref={bar} className="selection-place">
      {failure && (
        <p className="selection-failure" role="status">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      <div className="selection-bar" role="toolbar" aria-label={words.selection.title}>
        {one && <PageButtons object={one} />}
        {one && isFramed(one) && <DeedButton name="open" />}
        {offered
          .filter(name => deeds[name].fits(situation))
          .map(name => (
            <DeedButton key={name} name={name} aria-pressed={name === 'pin' ? isAllPinned(situation) : undefined} />
          ))}
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

function PageButtons({ object }: { object: BoardObject }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const pages = useWatched(board.pages)
  if (!('pages' in object) || object.pages === null || object.pages < 2) return null
  const page = pages.get(object.id) ?? 1
  return (
    <>
      <DeedButton name="previousPage" disabled={page <= 1} />
      <span className="selection-bar-pages">{words.documents.pageOf(page, object.pages)}</span>
      <DeedButton name="nextPage" disabled={page >= object.pages} />
    </>
  )
}

/** What the bars take up at the head of the window, and at the foot of a phone the tools and the zoom, in rem. */
const [deskHead, phoneHead, phoneFoot] = [4, 7, 8.25]

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
      const { x, y } = barPlace(size, selection, {
        window: view.size,
        head: inPixels(isNarrow() ? phoneHead : deskHead),
        foot: isNarrow() ? inPixels(phoneFoot) : 8,
        covered: Array.from(coverings(), boxOf),
      })
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
