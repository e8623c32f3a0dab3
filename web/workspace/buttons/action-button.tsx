// A button for an action, with its icon, label and shortcut.

import { actionContextOf } from '../actions/action-context.ts'
import { iconOfAction, labelOfAction } from '../actions/action-label.ts'
import { type ActionName, runAction } from '../actions/action-table.ts'
import { useBoard } from '../state/board.ts'
import { useWorkspaceMessages } from '../workspace-messages.ts'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

type ActionButtonProps = Omit<IconButtonProps, 'icon' | 'label' | 'shortcut' | 'onClick'> & {
  readonly name: ActionName
}

export function ActionButton({ name, ...rest }: ActionButtonProps) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const context = actionContextOf(board)
  return (
    <IconButton
      icon={iconOfAction(name, context)}
      label={labelOfAction(name, context, messages)}
      shortcut={name}
      onClick={() => runAction(board, name)}
      {...rest}
    />
  )
}
