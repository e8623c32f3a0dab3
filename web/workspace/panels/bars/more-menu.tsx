// On a phone, the actions of the top bar for which there is no room, in a menu beside the zoom controls.

import { ActionMenu } from '../../../ui/action-menu.tsx'
import type { MenuEntry } from '../../../ui/menu-list.tsx'
import { chooseTheme, useTheme } from '../../../ui/theme.ts'
import { ThemeIcon } from '../../../ui/theme-toggle.tsx'
import { useUiWords } from '../../../ui/ui-words.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useWorkspaceName } from '../../state/workspace-name.tsx'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { useFileEntries } from './file-menu.tsx'
import { useSnapEntries } from './snap-menu.tsx'

export function MoreMenu() {
  const { panel, dialog } = useBoard()
  const words = useWorkspaceWords()
  const ui = useUiWords()
  const { isPublished } = useWorkspaceName()
  const { canPublish, canEdit } = useRights()
  const snapping = useSnapEntries()
  const transfers = useFileEntries(['export', 'import'])
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  const publish: MenuEntry = {
    label: isPublished ? words.published : words.publish,
    icon: <Icon name="publish" />,
    run: () => dialog.set('publishing'),
  }
  const entries: readonly MenuEntry[] = [
    { label: words.palette.title, icon: <Icon name="search" />, run: () => dialog.set('palette') },
    { label: words.outline.title, icon: <Icon name="outline" />, run: () => panel.set('outline') },
    ...(canPublish ? [publish] : []),
    ...transfers,
    ...(canEdit ? snapping : []),
    {
      label: other === 'dark' ? ui.darkTheme : ui.lightTheme,
      icon: <ThemeIcon theme={other} />,
      run: () => chooseTheme(other),
    },
    { label: words.shortcuts.title, icon: <Icon name="help" />, run: () => dialog.set('shortcuts') },
  ]
  return <ActionMenu className="more-menu" label={words.more} entries={entries} />
}
