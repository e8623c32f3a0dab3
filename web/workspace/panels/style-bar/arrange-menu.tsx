// The popover "Arrange" of the toolbar: stacking and groups by name, aligning and sizes as icons.

import { useRef } from 'react'
import { type ActionContext, actionContextOf } from '../../actions/action-context.ts'
import { iconOfAction, labelOfAction } from '../../actions/action-label.ts'
import { type ActionName, runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { ActionButton } from '../../buttons/action-button.tsx'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { arrangeSections } from './arrange-sections.ts'
import { useRovingFocus } from './roving-focus.ts'

export function ArrangeMenu({ onClose }: { onClose: (how: { isByKey: boolean }) => void }) {
  const board = useBoard()
  const group = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(group)
  const context = actionContextOf(board)
  const { named, icons } = arrangeSections(context)
  return (
    <div ref={group} className="arrange" {...roving}>
      <div className="arrange-list">
        {named.map(name => (
          <NamedAction key={name} name={name} context={context} onDone={() => onClose({ isByKey: true })} />
        ))}
      </div>
      {icons.map(section => (
        <div key={section[0]} className="arrange-row">
          {section.map(name => (
            <ActionButton key={name} name={name} side="above" />
          ))}
        </div>
      ))}
    </div>
  )
}

interface NamedActionProps {
  readonly name: ActionName
  readonly context: ActionContext
  readonly onDone: () => void
}

function NamedAction({ name, context, onDone }: NamedActionProps) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const keys = keyLabelOf(name)
  return (
    <button
      type="button"
      onClick={() => {
        onDone()
        runAction(board, name)
      }}
    >
      <Icon name={iconOfAction(name, context)} />
      {labelOfAction(name, context, messages)}
      {keys && (
        <span className="arrange-keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}
