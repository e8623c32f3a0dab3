// A number with common values: font size, brush size.

import { useRef, useState } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import type { ShownControl } from '../../objects/style-controls.ts'
import { accepts } from '../../objects/style-fields.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { useRovingFocus } from './roving-focus.ts'
import { controlName } from './style-messages.ts'

interface SizeChoiceProps {
  readonly shown: ShownControl
  readonly sizes: readonly number[]
  readonly onChoose: (size: number, gesture?: string) => void
}

export function SizeChoice({ shown, sizes, onChoose }: SizeChoiceProps) {
  const messages = useWorkspaceMessages()
  const label = controlName(shown, messages)
  const value = typeof shown.value === 'number' ? shown.value : null
  const [typed, setTyped] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(group)
  const take = (text: string) => {
    setTyped(text)
    const size = Number(text)
    if (text.trim() !== '' && accepts(shown.limits, size)) onChoose(size, `type ${shown.control.field}`)
  }
  const step = (by: 1 | -1) => {
    const next = stepSize(value ?? (sizes[3] as number), by)
    setTyped(null)
    if (accepts(shown.limits, next)) onChoose(next)
  }
  return (
    <>
      <div className="size-step">
        <IconButton icon="minus" label={messages.styling.smaller} side="above" onClick={() => step(-1)} />
        <input
          type="number"
          aria-label={label}
          min={shown.limits.minimum}
          max={shown.limits.maximum}
          value={typed ?? value ?? ''}
          onChange={event => take(event.target.value)}
          onBlur={() => setTyped(null)}
        />
        <IconButton icon="plus" label={messages.styling.larger} side="above" onClick={() => step(1)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
      <div ref={group} role="group" aria-label={label} className="size-choice" {...roving}>
        {sizes.map(size => (
          <button
            key={size}
            type="button"
            className="icon-button"
            aria-pressed={size === value}
            onClick={() => {
              setTyped(null)
              onChoose(size)
            }}
          >
            {size}
          </button>
        ))}
      </div>
    </>
  )
}

/** Steps by about a tenth, so that large sizes change visibly, too. */
const stepSize = (size: number, by: 1 | -1) => size + by * Math.max(1, Math.round(size / 10))
