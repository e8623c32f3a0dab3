// Export, copy as a picture, and import, in a menu of the top bar; on a phone they are in the menu with everything else.

import { ActionMenu } from '../../../ui/action-menu.tsx'
import type { MenuEntry } from '../../../ui/menu-list.tsx'
import { actions, runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function FileMenu() {
  const messages = useWorkspaceMessages()
  const entries = useFileEntries(['export', 'copyAsPng', 'copyAsSvg', 'import'])
  return (
    <ActionMenu className="file-menu" label={messages.fileMenu} entries={entries}>
      <Icon name="download" />
    </ActionMenu>
  )
}

export function useFileEntries(names: readonly ('export' | 'copyAsPng' | 'copyAsSvg' | 'import')[]): MenuEntry[] {
  const board = useBoard()
  const { actions: labels } = useWorkspaceMessages()
  const { canEdit } = useRights()
  return names
    .filter(name => name !== 'import' || canEdit)
    .map(name => ({
      label: labels[name],
      icon: <Icon name={actions[name].icon ?? 'download'} />,
      keys: keyLabelOf(name),
      run: () => runAction(board, name),
    }))
}
