// A button for a deed: its picture, its name and its key are those of the table.

import { iconOf, sayDeed } from '../actions/action-label.ts'
import { type DeedName, doDeed } from '../actions/action-table.ts'
import { situationOf } from '../actions/situation.ts'
import { useBoard } from '../state/board.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

type DeedButtonProps = Omit<IconButtonProps, 'icon' | 'label' | 'shortcut' | 'onClick'> & { readonly name: DeedName }

export function DeedButton({ name, ...rest }: DeedButtonProps) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const situation = situationOf(board)
  return (
    <IconButton
      icon={iconOf(name, situation)}
      label={sayDeed(name, situation, words)}
      shortcut={name}
      onClick={() => doDeed(board, name)}
      {...rest}
    />
  )
}
