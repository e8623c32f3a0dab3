// The toolbar. It is one tab stop; arrow keys move between the tools.

import { type KeyboardEvent, useRef } from 'react'
import { useScrolledRow } from '../../../ui/scrolled-row.ts'
import { chooseTool } from '../../actions/placing/choose-tool.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { allowedTools, getTool, type ToolRow } from '../../state/tool-list.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { PenOptions } from './pen-options.tsx'
import { ShapeOptions } from './shape-options.tsx'
import './tool-bar.css'

export function ToolBar() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const current = useObservable(board.tool)
  const { creates, partOf } = getTool(current)
  const use = creates?.use
  const tools = allowedTools(useRights()).filter(tool => tool.partOf === undefined)
  const bar = useRef<HTMLDivElement>(null)
  useScrolledRow(bar, '[aria-pressed=true]', current)

  function walk(event: KeyboardEvent) {
    const step = steps[event.key]
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }

  return (
    <div className="tool-bar-place">
      <div
        ref={bar}
        role="toolbar"
        aria-label={messages.tools.title}
        aria-orientation="vertical"
        className="tool-bar"
        onKeyDown={walk}
      >
        {tools.map((tool, index) => (
          <ToolButton
            key={tool.name}
            tool={tool}
            isCurrent={tool.name === (partOf ?? current)}
            startsGroup={index > 0 && tools[index - 1]?.group !== tool.group}
            onTake={() => chooseTool(board, tool.name)}
          />
        ))}
      </div>
      {use?.type === 'place' && use.hasForms && <ShapeOptions />}
      {use?.type === 'draw' && <PenOptions brush={use.brush} />}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

interface ToolButtonProps {
  readonly tool: ToolRow
  readonly isCurrent: boolean
  readonly startsGroup: boolean
  readonly onTake: () => void
}

function ToolButton({ tool, isCurrent, startsGroup, onTake }: ToolButtonProps) {
  const messages = useWorkspaceMessages()
  return (
    <IconButton
      icon={tool.icon}
      label={messages.tools[tool.name]}
      shortcut={tool.name}
      side="right"
      className={startsGroup ? 'tool-bar-group' : ''}
      aria-pressed={isCurrent}
      aria-keyshortcuts={tool.key}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onTake}
    />
  )
}
