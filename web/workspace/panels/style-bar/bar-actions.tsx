// The actions in the toolbar at the selection. All others are in the menu behind the last button.

import type { BoardObject } from '@tessera/client'
import type { ActionContext } from '../../actions/action-context.ts'
import { type ActionName, actions, isAllPinned } from '../../actions/action-table.ts'
import { ActionButton } from '../../buttons/action-button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { Icon } from '../../icons/icon.tsx'
import { isBrowserWidget } from '../../objects/browser-object.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { arrangeSections } from './arrange-sections.ts'
import { detailControlsOf } from './detail-controls.ts'
import { PopoverButton } from './style-buttons.tsx'

/** The main actions of the object: its pages, its web page. */
export function ActionsBeforeStyle({ context }: { context: ActionContext }) {
  const { single } = context
  return (
    <>
      {single && <PageButtons object={single} />}
      {single && isBrowserWidget(single) && <ActionButton name="open" side="above" />}
      <IfAvailable names={['openInNewTab', 'openLink']} context={context} />
    </>
  )
}

interface AfterStyleProps {
  readonly context: ActionContext
  readonly openName: string | null
  readonly onToggle: (name: string) => (button: HTMLButtonElement) => void
}

export function ActionsAfterStyle({ context, openName, onToggle }: AfterStyleProps) {
  const messages = useWorkspaceMessages()
  const { rights, selected } = context
  const hasDetails = rights.canEdit && detailControlsOf(selected).length > 0
  return (
    <>
      {hasDetails && (
        <PopoverButton label={messages.styling.details} isOpen={openName === 'details'} onToggle={onToggle('details')}>
          <Icon name="style" />
        </PopoverButton>
      )}
      {arrangeSections(context).named.length > 0 && (
        <PopoverButton label={messages.styling.arrange} isOpen={openName === 'arrange'} onToggle={onToggle('arrange')}>
          <Icon name="arrange" />
        </PopoverButton>
      )}
      {(selected.length > 1 || isTouchScreen()) && <IfAvailable names={['connect']} context={context} />}
      <IfAvailable names={['reverseConnector', 'openComments']} context={context} />
      {actions.pin.isAvailable(context) && <ActionButton name="pin" side="above" aria-pressed={isAllPinned(context)} />}
      <IfAvailable names={['delete']} context={context} />
      {isTouchScreen() && <AddButton />}
      <MenuButton />
    </>
  )
}

const IfAvailable = ({ names, context }: { names: readonly ActionName[]; context: ActionContext }) =>
  names
    .filter(name => actions[name].isAvailable(context))
    .map(name => <ActionButton key={name} name={name} side="above" />)

const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches

function AddButton() {
  const { isMultiSelect } = useBoard()
  const messages = useWorkspaceMessages()
  const isOn = useObservable(isMultiSelect)
  return (
    <IconButton
      icon="add"
      label={messages.selection.more}
      aria-pressed={isOn}
      onClick={() => isMultiSelect.set(!isOn)}
    />
  )
}

/** Opens the context menu of the selection at the button. */
function MenuButton() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const isOpen = useObservable(board.menu) !== null
  return (
    <IconButton
      icon="more"
      label={messages.styling.actions}
      side="above"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={event => openMenuBelow(board, event.currentTarget, event.detail === 0)}
    />
  )
}

function openMenuBelow(board: OpenBoard, button: HTMLElement, isByKey: boolean): void {
  const view = board.view.get()
  if (!view) return
  const { left, bottom } = button.getBoundingClientRect()
  const point = view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 })
  board.menu.set({ at: { x: left, y: bottom + 8 }, point, on: 'objects', isByKey })
}

function PageButtons({ object }: { object: BoardObject }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const pages = useObservable(board.openPages)
  if (!('pages' in object) || object.pages === null || object.pages < 2) return null
  const page = pages.get(object.id) ?? 1
  return (
    <>
      <ActionButton name="previousPage" side="above" disabled={page <= 1} />
      <span className="style-pages">{messages.documents.pageOf(page, object.pages)}</span>
      <ActionButton name="nextPage" side="above" disabled={page >= object.pages} />
    </>
  )
}
