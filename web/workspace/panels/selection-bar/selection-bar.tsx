// The most used actions, in a bar that follows the selection.

import type { BoardObject } from '@tessera/client'
import { useLayoutEffect, useRef } from 'react'
import { boxOf } from '../../../ui/box-of.ts'
import { inPixels } from '../../../ui/in-pixels.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { actionContextOf } from '../../actions/action-context.ts'
import { actions, isAllPinned } from '../../actions/action-table.ts'
import { ActionButton } from '../../buttons/action-button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { Icon } from '../../icons/icon.tsx'
import { isBrowserWidget } from '../../objects/browser-object.ts'
import { describeFailure } from '../../objects/describe-failure.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useRights, useSelected } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { boundsOfSelection } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { barPosition } from './bar-position.ts'
import './selection-bar.css'

/** In this order, if available. */
const offered = ['openInNewTab', 'openLink', 'openComments', 'copyLink', 'pin', 'duplicate', 'delete'] as const

export function SelectionBar() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const selected = useSelected()
  const editedId = useObservable(board.editedId)
  const activeBrowserId = useObservable(board.activeBrowserId)
  const overrides = useObservable(board.overrides)
  useRights()
  const bar = useRef<HTMLDivElement>(null)
  useAboveSelection(board, bar)
  if (selected.length === 0 || editedId !== null || activeBrowserId !== null || overrides.size > 0) return null
  const context = actionContextOf(board)
  const { single } = context
  const failure = single && describeFailure(single, words)
  return (
    <div ref={bar} className="selection-place">
      {failure && (
        <p className="selection-failure" role="status">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      <div className="selection-bar" role="toolbar" aria-label={words.selection.title}>
        {single && <PageButtons object={single} />}
        {single && isBrowserWidget(single) && <ActionButton name="open" />}
        {offered
          .filter(name => actions[name].isAvailable(context))
          .map(name => (
            <ActionButton key={name} name={name} aria-pressed={name === 'pin' ? isAllPinned(context) : undefined} />
          ))}
        {isTouchScreen() && <AddButton />}
      </div>
    </div>
  )
}

const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches

function AddButton() {
  const { isMultiSelect } = useBoard()
  const words = useWorkspaceWords()
  const isOn = useObservable(isMultiSelect)
  return (
    <IconButton icon="add" label={words.selection.more} aria-pressed={isOn} onClick={() => isMultiSelect.set(!isOn)} />
  )
}

function PageButtons({ object }: { object: BoardObject }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const pages = useObservable(board.openPages)
  if (!('pages' in object) || object.pages === null || object.pages < 2) return null
  const page = pages.get(object.id) ?? 1
  return (
    <>
      <ActionButton name="previousPage" disabled={page <= 1} />
      <span className="selection-bar-pages">{words.documents.pageOf(page, object.pages)}</span>
      <ActionButton name="nextPage" disabled={page >= object.pages} />
    </>
  )
}

/** Heights in rem: of the top bar, and on a phone of the toolbar and zoom controls at the bottom. */
const [deskHead, phoneHead, phoneFoot] = [4, 7, 8.25]

/** Follows the selection, clear of everything that covers the board. */
function useAboveSelection(board: OpenBoard, bar: { readonly current: HTMLDivElement | null }) {
  const view = useObservable(board.view)
  useLayoutEffect(() => {
    if (!view) return
    const update = () => {
      const box = boundsOfSelection(board)
      const element = bar.current
      if (!box || !element) return
      const { zoom } = view.camera
      const selection = { ...view.boardToScreen(box), width: box.width * zoom, height: box.height * zoom }
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { x, y } = barPosition(size, selection, {
        window: view.size,
        head: inPixels(isNarrow() ? phoneHead : deskHead),
        foot: isNarrow() ? inPixels(phoneFoot) : 8,
        covered: Array.from(coverings(), boxOf),
      })
      element.style.setProperty('transform', `translate(${x}px, ${y}px)`)
    }
    const watch = new ResizeObserver(update)
    for (const element of document.querySelectorAll('.workspace-sides, .workspace-sides > *')) watch.observe(element)
    const stop = view.onCamera(update)
    update()
    return () => {
      watch.disconnect()
      stop()
    }
  })
}

/** On a phone the toolbar and the zoom controls are at the bottom, which is left free anyway. */
const coverings = () =>
  document.querySelectorAll(isNarrow() ? '.workspace-sides > *' : '.workspace-sides > *, .tool-bar, .view-controls')
