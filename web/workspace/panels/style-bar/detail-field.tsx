// A labelled field behind "More".

import { type ReactNode, useId, useState } from 'react'
import { accepts } from '../../objects/style-fields.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import type { DetailControl } from './detail-controls.ts'
import { fieldName, valueName } from './style-messages.ts'

interface DetailFieldProps<Control extends DetailControl = DetailControl> {
  readonly control: Control
  readonly onChange: (value: unknown) => void
}

type Of<Type extends DetailControl['type']> = Extract<DetailControl, { type: Type }>

export function DetailField({ control, onChange }: DetailFieldProps): ReactNode {
  const messages = useWorkspaceMessages()
  const id = useId()
  if (control.type === 'switch')
    return (
      <label className="detail-switch">
        <input type="checkbox" checked={control.value === true} onChange={event => onChange(event.target.checked)} />
        {fieldName(control.name, messages)}
      </label>
    )
  return (
    <div className="detail">
      <label htmlFor={id}>{fieldName(control.name, messages)}</label>
      {control.type === 'choice' && <Choice id={id} control={control} onChange={onChange} />}
      {control.type === 'number' && <NumberField id={id} control={control} onChange={onChange} />}
      {control.type === 'line' && <LineField id={id} control={control} onChange={onChange} />}
    </div>
  )
}

function Choice({ id, control, onChange }: DetailFieldProps<Of<'choice'>> & { id: string }) {
  const messages = useWorkspaceMessages()
  return (
    <select id={id} value={control.value ?? ''} onChange={event => onChange(event.target.value)}>
      {control.value === null && <option value="">–</option>}
      {control.values.map(value => (
        <option key={value} value={value}>
          {valueName(value, messages)}
        </option>
      ))}
    </select>
  )
}

function NumberField({ id, control, onChange }: DetailFieldProps<Of<'number'>> & { id: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { limits, value } = control
  function take(text: string) {
    setTyped(text)
    if (text.trim() !== '' && accepts(limits, Number(text))) onChange(Number(text))
  }
  return (
    <input
      id={id}
      type="number"
      min={limits.minimum}
      max={limits.maximum ?? limits.exclusiveMaximum}
      step={limits.type === 'integer' || limits.exclusiveMaximum ? 1 : 0.1}
      value={typed ?? (value === null ? '' : Math.round(value * 1_000) / 1_000)}
      onChange={event => take(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Saved when the field loses the focus. */
function LineField({ id, control, onChange }: DetailFieldProps<Of<'line'>> & { id: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  function leave() {
    if (typed !== null && typed !== control.value) onChange(typed)
    setTyped(null)
  }
  return (
    <input
      id={id}
      type="text"
      maxLength={control.maxLength}
      value={typed ?? control.value ?? ''}
      onChange={event => setTyped(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && leave()}
      onBlur={leave}
    />
  )
}
