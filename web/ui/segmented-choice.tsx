// A few options of which one is chosen, side by side: radio buttons that look like one control.

import { type ReactNode, useId } from 'react'
import './segmented-choice.css'

export interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: ReactNode
  readonly disabled?: boolean
}

interface SegmentedChoiceProps<Value extends string | number> {
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly hint?: ReactNode
  /** Several choices with the same name are one: the arrow keys lead from one to the next. */
  readonly name?: string
}

export function SegmentedChoice<Value extends string | number>(props: SegmentedChoiceProps<Value>) {
  const { label, segments, value, onChange, hint } = props
  const id = useId()
  const name = props.name ?? id
  return (
    <fieldset className="segmented" aria-describedby={hint ? `${id}hint` : undefined}>
      <legend>{label}</legend>
      <div className="segmented-row">
        {segments.map(segment => (
          <label key={segment.value}>
            <input
              type="radio"
              name={name}
              checked={segment.value === value}
              disabled={segment.disabled}
              onChange={() => onChange(segment.value)}
            />
            <span>{segment.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}hint`} className="segmented-hint">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
