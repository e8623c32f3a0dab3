// The input field for a control of the inspector.

import type { KindName } from '@tessera/client'
import { useId, useState } from 'react'
import { workspaceKinds } from '../../kinds/index.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import type { Control, NumberControl } from './controls.ts'

interface ControlFieldProps<C extends Control> {
  readonly control: C
  readonly kind: KindName
  readonly onChange: (value: unknown) => void
}

type Of<Type extends Control['type']> = Extract<Control, { type: Type }>

export function ControlField({ control, kind, onChange }: ControlFieldProps<Control>) {
  switch (control.type) {
    case 'choice':
      return <ChoiceField control={control} kind={kind} onChange={onChange} />
    case 'switch':
      return <SwitchControl control={control} kind={kind} onChange={onChange} />
    case 'number':
      return <NumberField control={control} kind={kind} onChange={onChange} />
    case 'color':
      return <ColorField control={control} kind={kind} onChange={onChange} />
    default:
      return <WordsField control={control} kind={kind} onChange={onChange} />
  }
}

/** The color that a value stands for, if the kind names its colors. */
const swatchOf = (kind: KindName, field: string, value: string): string | null =>
  workspaceKinds[kind].swatches?.[field]?.[value]?.fill ?? null

const useLabels = (name: string) => {
  const words = useWorkspaceWords()
  const labels: Readonly<Record<string, string>> = words.fields
  const values: Readonly<Record<string, string>> = words.values
  return { label: labels[name] ?? name, labelOf: (value: string) => values[value] ?? value }
}

function ChoiceField({ control, kind, onChange }: ControlFieldProps<Of<'choice'>>) {
  const { label, labelOf } = useLabels(control.name)
  const id = useId()
  const isShort = control.values.length <= 3 || control.values.every(value => swatchOf(kind, control.name, value))
  if (!isShort)
    return (
      <div className="control">
        <label htmlFor={id}>{label}</label>
        <select id={id} value={control.value ?? ''} onChange={event => onChange(event.target.value)}>
          {control.value === null && <option value="">–</option>}
          {control.values.map(value => (
            <option key={value} value={value}>
              {labelOf(value)}
            </option>
          ))}
        </select>
      </div>
    )
  return (
    <fieldset className="control control-choice">
      <legend>{label}</legend>
      <div className="control-options">
        {control.values.map(value => {
          const color = swatchOf(kind, control.name, value)
          return (
            <button
              key={value}
              type="button"
              className={color ? 'control-swatch' : 'control-option'}
              style={color ? { backgroundColor: color } : undefined}
              aria-label={labelOf(value)}
              title={labelOf(value)}
              aria-pressed={value === control.value}
              onClick={() => onChange(value)}
            >
              {color ? '' : labelOf(value)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

function SwitchControl({ control, onChange }: ControlFieldProps<Of<'switch'>>) {
  const { label } = useLabels(control.name)
  return (
    <label className="control control-switch">
      <input type="checkbox" checked={control.value === true} onChange={event => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

function NumberField({ control, onChange }: ControlFieldProps<NumberControl>) {
  const { label } = useLabels(control.name)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const { minimum, maximum, isWhole, value } = control
  function take(text: string) {
    setTyped(text)
    const number = Number(text)
    const isFit = text.trim() !== '' && number >= minimum && number <= maximum && (!isWhole || Number.isInteger(number))
    if (isFit) onChange(number)
  }
  return (
    <div className="control">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={minimum}
        max={maximum}
        step={isWhole ? 1 : 0.1}
        value={typed ?? (value === null ? '' : Math.round(value * 1_000) / 1_000)}
        onChange={event => take(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}

function ColorField({ control, onChange }: ControlFieldProps<Of<'color'>>) {
  const words = useWorkspaceWords()
  const { label } = useLabels(control.name)
  const id = useId()
  const shown = wholeColor(control.value)
  const isClear = control.value !== null && /^#[0-9a-f]{6}00$/i.test(control.value)
  return (
    <div className="control">
      <label htmlFor={id}>{label}</label>
      <span className="control-color">
        <input id={id} type="color" value={shown} onChange={event => onChange(event.target.value)} />
        <button type="button" aria-pressed={isClear} onClick={() => onChange(isClear ? shown : `${shown}00`)}>
          {words.inspector.clear}
        </button>
      </span>
    </div>
  )
}

/** As the browser's color input needs it: six digits, without alpha. */
function wholeColor(color: string | null): string {
  if (color === null) return '#000000'
  const short = /^#(.)(.)(.)$/.exec(color)
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : color.slice(0, 7).toLowerCase()
}

function WordsField({ control, onChange }: ControlFieldProps<Of<'line' | 'words'>>) {
  const { label } = useLabels(control.name)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? control.value ?? ''
  const leave = () => {
    if (typed !== null && typed !== control.value) onChange(typed)
    setTyped(null)
  }
  const field = {
    id,
    value,
    maxLength: control.maxLength,
    onBlur: leave,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <div className="control control-words">
      <label htmlFor={id}>{label}</label>
      {control.type === 'words' ? <textarea rows={3} {...field} /> : <input type="text" {...field} />}
    </div>
  )
}
