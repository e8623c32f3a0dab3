// The context menu of the board: the actions for the selection, or for the empty board. It closes on any other input,
// and returns the focus.

import { useEffect, useLayoutEffect, useRef } from 'react'
import { type MenuEntry, MenuList } from '../../../ui/menu-list.tsx'
import { type ActionContext, actionContextOf } from '../../actions/action-context.ts'
import { iconOfAction, labelOfAction } from '../../actions/action-label.ts'
import { type ActionName, actions, runAction } from '../../actions/action-table.ts'
import { isCompactEntry, menuEntries } from '../../actions/menu/menu-entries.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { Icon } from '../../icons/icon.tsx'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useRights, useSelected } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import type { OpenedMenu } from '../../state/opened-menu.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { menuPosition } from './menu-position.ts'
import './board-menu.css'

export default function BoardMenu({ open }: { open: OpenedMenu }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const list = useRef<HTMLDivElement>(null)
  useRights()
  useObservable(board.openPages)
  const selected = useSelected()
  const context = actionContextOf(board)
  usePosition(list, open)
  useCloseOnOutsideInput(board, list)
  const isLost = open.on !== 'ground' && selected.length === 0
  useEffect(() => {
    if (isLost) board.menu.set(null)
  }, [board, isLost])
  if (isLost) return null
  const entryFor = (name: ActionName): MenuEntry => ({
    label: labelOfAction(name, context, messages),
    variant: name === 'delete' ? 'danger' : 'plain',
    icon: <Icon name={iconOfAction(name, context)} />,
    keys: keyLabelOf(name),
    isCompact: isCompactEntry(name),
    isChecked: actions[name].isOn?.(board),
    run: () => runAction(board, name, open.point),
  })
  return (
    <MenuList
      ref={list}
      className="board-menu"
      label={titleOf(open, context, messages)}
      sections={menuEntries(open.on, context).map(section => section.map(entryFor))}
      onClose={({ isLeft }) => {
        board.menu.set(null)
        if (!isLeft) board.view.get()?.element.focus({ preventScroll: true })
      }}
    />
  )
}

type Messages = ReturnType<typeof useWorkspaceMessages>

function titleOf({ on }: OpenedMenu, { single: one, selected }: ActionContext, messages: Messages): string {
  if (on === 'ground') return messages.board
  return one ? messages.kinds[one.kind] : messages.styling.several(selected.length)
}

function usePosition(list: { readonly current: HTMLDivElement | null }, { at, isByKey }: OpenedMenu) {
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    const size = { width: menu.offsetWidth, height: menu.offsetHeight }
    const { x, y } = menuPosition(size, at, { width: window.innerWidth, height: window.innerHeight })
    menu.style.setProperty('left', `${x}px`)
    menu.style.setProperty('top', `${y}px`)
    // If it was opened with a pointer, no entry is focused until the pointer moves to one.
    const first = isByKey ? menu.querySelector<HTMLElement>('[role^=menuitem]') : null
    const focused = first ?? menu
    focused.focus({ preventScroll: true })
  }, [list, at, isByKey])
}

function useCloseOnOutsideInput({ menu }: OpenBoard, list: { readonly current: HTMLDivElement | null }) {
  useLayoutEffect(() => {
    const closing = new AbortController()
    const options = { signal: closing.signal, capture: true }
    const close = () => menu.set(null)
    const isInside = ({ target }: Event) => target instanceof Node && list.current?.contains(target) === true
    const closeBeside = (event: Event) => isInside(event) || close()
    window.addEventListener('pointerdown', closeBeside, options)
    window.addEventListener('wheel', closeBeside, options)
    window.addEventListener('resize', close, options)
    // Some systems send the event again when the menu key is released.
    window.addEventListener('contextmenu', event => isInside(event) && event.preventDefault(), options)
    return () => closing.abort()
  }, [menu, list])
}
