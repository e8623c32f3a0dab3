// What a token may be used for: a checkbox for each scope, with an explanation.

import { type Scope, scopes } from '@tessera/contract/scopes'
import { useId } from 'react'
import { useTokenMessages } from './token-messages.ts'
import './scope-picker.css'

interface ScopePickerProps {
  readonly chosen: ReadonlySet<Scope>
  readonly onChange: (chosen: ReadonlySet<Scope>) => void
  readonly error?: string | undefined
}

export function ScopePicker({ chosen, onChange, error }: ScopePickerProps) {
  const messages = useTokenMessages()
  const id = useId()
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? new Set(chosen).add(scope) : chosen.difference(new Set([scope])))
  return (
    <fieldset className="scope-picker" aria-describedby={error ? `${id}fault` : undefined}>
      <legend>{messages.scopes}</legend>
      {scopes.map(scope => (
        <div key={scope} className="scope-picker-scope">
          <input
            type="checkbox"
            id={id + scope}
            checked={chosen.has(scope)}
            onChange={({ target }) => toggle(scope, target.checked)}
            aria-describedby={`${id}${scope}hint`}
          />
          <label htmlFor={id + scope}>{messages.scopeNames[scope]}</label>
          <span id={`${id}${scope}hint`} className="scope-picker-hint">
            {messages.scopeHints[scope]}
          </span>
        </div>
      ))}
      {error && (
        <span id={`${id}fault`} className="text-field-fault" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  )
}
