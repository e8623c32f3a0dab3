// On a phone, the actions of the top bar for which there is no room, in a menu beside the zoom controls.

import { ActionMenu } from '../../../ui/action-menu.tsx'
import type { MenuEntry } from '../../../ui/menu-list.tsx'
import { chooseTheme, useTheme } from '../../../ui/theme.ts'
import { ThemeIcon } from '../../../ui/theme-toggle.tsx'
import { useUiMessages } from '../../../ui/ui-messages.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useWorkspaceName } from '../../state/workspace-name.tsx'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { useFileEntries } from './file-menu.tsx'
import { useSnapEntries } from './snap-menu.tsx'

export function MoreMenu() {
  const { panel, dialog } = useBoard()
  const messages = useWorkspaceMessages()
  const ui = useUiMessages()
  const { isPublished } = useWorkspaceName()
  const { canPublish, canEdit } = useRights()
  const snapping = useSnapEntries()
  const transfers = useFileEntries(['export', 'import'])
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  const publish: MenuEntry = {
    label: isPublished ? messages.published : messages.publish,
    icon: <Icon name="publish" />,
    run: () => dialog.set('publishing'),
  }
  const entries: readonly MenuEntry[] = [
    { label: messages.palette.title, icon: <Icon name="search" />, run: () => dialog.set('palette') },
    { label: messages.outline.title, icon: <Icon name="outline" />, run: () => panel.set('outline') },
    ...(canPublish ? [publish] : []),
    ...transfers,
    ...(canEdit ? snapping : []),
    {
      label: other === 'dark' ? ui.darkTheme : ui.lightTheme,
      icon: <ThemeIcon theme={other} />,
      run: () => chooseTheme(other),
    },
    { label: messages.shortcuts.title, icon: <Icon name="help" />, run: () => dialog.set('shortcuts') },
  ]
  return <ActionMenu className="more-menu" label={messages.more} entries={entries} />
}
