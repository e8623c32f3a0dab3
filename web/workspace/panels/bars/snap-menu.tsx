// What dragged objects snap to, in a menu beside the zoom controls.

import { ActionMenu } from '../../../ui/action-menu.tsx'
import type { MenuEntry } from '../../../ui/menu-list.tsx'
import { actions, runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function SnapMenu() {
  const messages = useWorkspaceMessages()
  const { canEdit } = useRights()
  const entries = useSnapEntries()
  if (!canEdit) return null
  return (
    <ActionMenu className="snap-menu" label={messages.arranging.settings} entries={entries}>
      <Icon name="snap" />
    </ActionMenu>
  )
}

export function useSnapEntries(): readonly MenuEntry[] {
  const board = useBoard()
  const { actions: labels } = useWorkspaceMessages()
  useObservable(board.snapping)
  return (['snapToObjects', 'snapToGrid'] as const).map(name => ({
    label: labels[name],
    icon: <Icon name={actions[name].icon ?? 'snap'} />,
    keys: keyLabelOf(name),
    isChecked: actions[name].isOn?.(board) ?? false,
    run: () => runAction(board, name),
  }))
}
