// The menu "Arrange" of the toolbar.

import { MenuList } from '../../../ui/menu-list.tsx'
import { actionContextOf } from '../../actions/action-context.ts'
import { iconOfAction, labelOfAction } from '../../actions/action-label.ts'
import { runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { arrangeSections } from './arrange-sections.ts'

export function ArrangeMenu({ onClose }: { onClose: (how: { isByKey: boolean }) => void }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const context = actionContextOf(board)
  const sections = arrangeSections(context).map(section =>
    section.map(name => ({
      label: labelOfAction(name, context, words),
      icon: <Icon name={iconOfAction(name, context)} />,
      keys: keyLabelOf(name),
      run: () => runAction(board, name),
    })),
  )
  return (
    <MenuList
      className="arrange-menu"
      label={words.styling.arrange}
      sections={sections}
      onClose={({ isLeft }) => onClose({ isByKey: !isLeft })}
    />
  )
}
