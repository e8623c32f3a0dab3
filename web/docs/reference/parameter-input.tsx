// The input for one value: a select if the values are listed, a file, or text.

import { useId } from 'react'
import { Choice, TextField } from '../../ui/text-field.tsx'
import type { Parameter } from './description.ts'
import { allowedValues, formatType, isFile, type Schema } from './schema.ts'

interface ParameterInputProps<Value> {
  readonly parameter: Parameter
  /** Values to choose from. Others can be typed, too. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: Value) => void
}

export function ParameterInput({ parameter, choices = [], value, error, onChange }: ParameterInputProps<string>) {
  const id = useId()
  const { name, schema, required } = parameter
  const values = schema.type === 'boolean' ? ['true', 'false'] : allowedValues(schema)
  const shared = { name, error, hint: parameter.description ?? schema.description, label: <Label of={parameter} /> }
  if (values.length > 0) {
    return (
      <Choice {...shared} value={value} onChange={event => onChange(event.target.value)}>
        {!required && <option value="">{standard(schema)}</option>}
        {values.map(one => (
          <option key={one}>{one}</option>
        ))}
      </Choice>
    )
  }
  return (
    <>
      <TextField
        {...shared}
        value={value}
        list={choices.length > 0 ? id : undefined}
        placeholder={parameter.example === undefined ? standard(schema) : String(parameter.example)}
        onChange={event => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {choices.length > 0 && (
        <datalist id={id}>
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

export function FileInput({ parameter, onChange }: Omit<ParameterInputProps<File | ''>, 'value'>) {
  return (
    <TextField
      label={<Label of={parameter} />}
      hint={parameter.schema.description}
      name={parameter.name}
      type="file"
      onChange={event => onChange(event.target.files?.[0] ?? '')}
    />
  )
}

export const takesFile = (parameter: Parameter) => isFile(parameter.schema)

const Label = ({ of: { name, schema } }: { of: Parameter }) => (
  <>
    <code>{name}</code> <span className="parameter-type">{formatType(schema)}</span>
  </>
)

const standard = (schema: Schema) => (schema.default === undefined ? '' : String(schema.default))
