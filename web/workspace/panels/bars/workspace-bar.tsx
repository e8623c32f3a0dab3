// The top bar: home, name, connection state, undo, people, and buttons for panels and dialogs.

import { useSyncExternalStore } from 'react'
import { ThemeToggle } from '../../../ui/theme-toggle.tsx'
import { ActionButton } from '../../buttons/action-button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { Icon } from '../../icons/icon.tsx'
import { type PanelName, useBoard } from '../../state/board.ts'
import type { Following } from '../../state/follow.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceName } from '../../state/workspace-name.tsx'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { PeopleHere } from '../people/people-here.tsx'
import { ConnectionPill } from './connection-pill.tsx'
import { FileMenu } from './file-menu.tsx'
import { NameField } from './name-field.tsx'
import './workspace-bar.css'

export function WorkspaceBar({ following }: { following: Following }) {
  const messages = useWorkspaceMessages()
  const { canEdit } = useRights()
  return (
    <header className="workspace-bar">
      <div className="workspace-bar-part">
        <a className="icon-button" href="/" aria-label={messages.home}>
          <Icon name="back" />
        </a>
        <NameField />
        <ConnectionPill />
      </div>
      {canEdit && <UndoButtons />}
      <div className="workspace-bar-part workspace-bar-end">
        <PanelButtons />
        <FileMenu />
        <PeopleHere following={following} />
        <ShareButtons />
        <span className="workspace-bar-theme">
          <ThemeToggle />
        </span>
      </div>
    </header>
  )
}

function UndoButtons() {
  const { history } = useBoard()
  const key = useSyncExternalStore(
    listener => history.onChange(listener),
    () => `${history.canUndo} ${history.canRedo}`,
  )
  const [canUndo, canRedo] = key.split(' ').map(one => one === 'true')
  return (
    <div className="workspace-bar-part workspace-bar-undo">
      <ActionButton name="undo" disabled={!canUndo} />
      <ActionButton name="redo" disabled={!canRedo} />
    </div>
  )
}

const panels = [
  { name: 'search', icon: 'search' },
  { name: 'comments', icon: 'comment' },
  { name: 'outline', icon: 'outline' },
] as const

function PanelButtons() {
  const { panel } = useBoard()
  const open = useObservable(panel)
  const messages = useWorkspaceMessages()
  const titles: Readonly<Record<PanelName, string>> = {
    search: messages.search.title,
    comments: messages.comments.title,
    outline: messages.outline.title,
  }
  return panels.map(({ name, icon }) => (
    <IconButton
      key={name}
      icon={icon}
      label={titles[name]}
      shortcut={name}
      aria-pressed={open === name}
      className={`workspace-bar-${name}`}
      onClick={() => panel.set(open === name ? null : name)}
    />
  ))
}

function ShareButtons() {
  const { dialog } = useBoard()
  const messages = useWorkspaceMessages()
  const { canListUsers, canPublish } = useRights()
  const { isPublished } = useWorkspaceName()
  return (
    <>
      {canPublish && (
        <button
          type="button"
          className={`workspace-bar-publish ${isPublished ? 'workspace-bar-published' : ''}`}
          onClick={() => dialog.set('publishing')}
        >
          <Icon name="publish" />
          <span>{isPublished ? messages.published : messages.publish}</span>
        </button>
      )}
      {canListUsers && (
        <button
          type="button"
          className="workspace-bar-share"
          aria-label={messages.share}
          onClick={() => dialog.set('sharing')}
        >
          <Icon name="share" />
          <span>{messages.share}</span>
        </button>
      )}
    </>
  )
}
