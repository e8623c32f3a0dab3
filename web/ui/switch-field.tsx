// An on/off switch with a label and a hint.

import { type ReactNode, useId } from 'react'
import './switch-field.css'

interface SwitchFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}

export function SwitchField({ label, hint, isOn, onChange, disabled }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="switch-field">
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}hint` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}hint`} className="switch-field-hint">
          {hint}
        </span>
      )}
    </div>
  )
}
