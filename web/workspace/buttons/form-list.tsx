// The forms of shapes to choose from. One tab stop; arrow keys move through the rows and columns.

import { shapeForms } from '@tessera/contract/kinds/shape'
import type { ShapeForm } from '@tessera/drawing'
import { type KeyboardEvent, useRef } from 'react'
import { FormIcon } from '../icons/form-icon.tsx'
import { useWorkspaceMessages } from '../workspace-messages.ts'
import './form-list.css'

interface FormListProps {
  /** Null if the selected shapes have different ones. */
  readonly value: ShapeForm | null
  readonly onChoose: (form: ShapeForm) => void
  /** Called with Escape. */
  readonly onLeave?: () => void
  /** Focuses the current form when it appears. */
  readonly isFocused?: boolean
}

export function FormList({ value, onChoose, onLeave, isFocused = false }: FormListProps) {
  const messages = useWorkspaceMessages().connecting
  const list = useRef<HTMLDivElement>(null)
  const stop = value ?? shapeForms[0]

  function walk(event: KeyboardEvent) {
    if (event.key === 'Escape' && onLeave) {
      event.preventDefault()
      event.stopPropagation()
      return onLeave()
    }
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const columns = buttons.filter(button => button.offsetTop === buttons[0]?.offsetTop).length
    const next = steps[event.key]?.(at, buttons.length, columns)
    if (at < 0 || next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    buttons[next]?.focus()
  }

  return (
    <div ref={list} role="radiogroup" aria-label={messages.forms} className="form-list" onKeyDown={walk}>
      {shapeForms.map(form => (
        // biome-ignore lint/a11y/useSemanticElements: a button with an icon, as in the rest of the toolbar
        <button
          key={form}
          type="button"
          role="radio"
          className="form-choice"
          aria-checked={form === value}
          aria-label={messages.form[form]}
          title={messages.form[form]}
          tabIndex={form === stop ? 0 : -1}
          ref={element => {
            if (isFocused && form === stop && !list.current?.contains(document.activeElement)) element?.focus()
          }}
          onClick={() => onChoose(form)}
        >
          <FormIcon form={form} />
        </button>
      ))}
    </div>
  )
}

type Step = (at: number, count: number, columns: number) => number
const steps: Readonly<Record<string, Step>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowDown: (at, count, columns) => (at + columns) % count,
  ArrowUp: (at, count, columns) => (at - columns + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
