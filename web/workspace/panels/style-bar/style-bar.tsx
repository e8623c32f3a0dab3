// The toolbar at the selection: its style and the most used actions. One tab stop; Escape returns to the board. It is
// hidden while something is dragged or edited.

import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useScrolledRow } from '../../../ui/scrolled-row.ts'
import { actionContextOf } from '../../actions/action-context.ts'
import { setStyle } from '../../actions/styling/set-style.ts'
import { Icon } from '../../icons/icon.tsx'
import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { describeFailure } from '../../objects/describe-failure.ts'
import { styleControlsOf } from '../../objects/style-controls.ts'
import { notify, useBoard } from '../../state/board.ts'
import { useRights, useSelected } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { ActionsAfterStyle, ActionsBeforeStyle } from './bar-actions.tsx'
import { Popover } from './popover.tsx'
import { useRovingFocus } from './roving-focus.ts'
import { StyleButton } from './style-buttons.tsx'
import { controlName } from './style-messages.ts'
import { useBarPosition } from './use-bar-position.ts'
import './style-bar.css'

const content = lazyPart(() => import('./popover-content.tsx').then(found => found.PopoverContent))

export function StyleBar() {
  const { editedId, activeBrowserId, overrides, marquee } = useBoard()
  const selected = useSelected()
  const isEditing = [useObservable(editedId), useObservable(activeBrowserId)].some(one => one !== null)
  const isDragging = [useObservable(overrides).size > 0, useObservable(marquee) !== null].some(Boolean)
  return selected.length === 0 || isEditing || isDragging ? null : <Bar />
}

/** An open popover: of a field, or of one of the other buttons. */
interface OpenPopover {
  readonly name: string
  readonly anchor: HTMLButtonElement
  /** Opened for these objects only. */
  readonly ids: readonly string[]
}

function Bar() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const selected = useSelected()
  const { canEdit } = useRights()
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenPopover | null>(null)
  useBarPosition(board, place)
  useFocusOnBoardAfterwards(place)
  const roving = useRovingFocus(bar)
  useScrolledRow(bar, '.none', '')
  const ids = board.selection.get()
  const open = opened && ids.length === opened.ids.length && ids.every(id => opened.ids.includes(id)) ? opened : null
  const toggle = (name: string) => (anchor: HTMLButtonElement) =>
    setOpened(open?.name === name ? null : { name, anchor, ids: board.selection.get() })
  const close = useCallback(
    ({ isByKey }: { isByKey: boolean }) => {
      board.history.endGesture()
      setOpened(before => {
        if (isByKey) before?.anchor.focus({ preventScroll: true })
        return null
      })
    },
    [board],
  )
  const context = actionContextOf(board)
  const failure = context.single && describeFailure(context.single, messages)
  const controls = canEdit ? styleControlsOf(selected) : []
  const shown = controls.find(({ control }) => control.field === open?.name) ?? null
  const change = (data: Record<string, unknown>, gesture?: string) =>
    setStyle(board, selectedObjects(board), data, gesture)
  const titles: Readonly<Record<string, string>> = {
    details: messages.styling.details,
    arrange: messages.styling.arrange,
  }
  const title = shown ? controlName(shown, messages) : titles[open?.name ?? '']
  return (
    <div ref={place} className="style-place">
      {failure && (
        <p className="selection-failure" role="status">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      <div
        ref={bar}
        className="style-bar"
        role="toolbar"
        aria-label={messages.selection.title}
        data-keeps-escape
        // A press leaves the focus on the board, where arrow keys move the objects.
        onMouseDown={event => event.preventDefault()}
        onFocus={roving.onFocus}
        onKeyDown={event => {
          if (event.key !== 'Escape') return roving.onKeyDown(event)
          event.preventDefault()
          board.view.get()?.element.focus({ preventScroll: true })
        }}
      >
        <ActionsBeforeStyle context={context} />
        {controls.map(one => (
          <StyleButton
            key={one.control.field}
            shown={one}
            isOpen={open?.name === one.control.field}
            onChange={change}
            onToggle={toggle(one.control.field)}
          />
        ))}
        {controls.length > 0 && <span className="style-separator" />}
        <ActionsAfterStyle context={context} openName={open?.name ?? null} onToggle={toggle} />
      </div>
      {open && title && (
        <Popover label={title} anchor={open.anchor} onClose={close}>
          <LazyView
            part={content}
            props={{ name: open.name, shown, selected, onChange: change, onClose: close }}
            onError={() => {
              setOpened(null)
              notify(board, messages.connection.notFetched)
            }}
          />
        </Popover>
      )}
    </div>
  )
}

/** The focus must not be lost with the button that has it. */
function useFocusOnBoardAfterwards(place: { readonly current: HTMLElement | null }) {
  const board = useBoard()
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) board.view.get()?.element.focus({ preventScroll: true })
    }
  }, [board, place])
}
