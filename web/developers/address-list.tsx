// A list of text fields of the same type (redirect URIs, domains): add, edit, remove.

import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useDevelopersMessages } from './developers-messages.ts'

interface AddressListProps {
  readonly legend: string
  readonly hint: string
  /** The label of one entry. */
  readonly one: string
  readonly placeholder: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  /** The error of the entry at an index, and of the whole list. */
  readonly errorAt: (index: number) => string | undefined
  readonly error: string | undefined
  /** The minimum number of entries. */
  readonly least: number
}

export function AddressList(props: AddressListProps) {
  const messages = useDevelopersMessages()
  const { legend, hint, one, placeholder, values, onChange, errorAt, error, least } = props
  return (
    <fieldset className="address-list">
      <legend>{legend}</legend>
      <span className="text-field-hint">{hint}</span>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
        <div className="address-list-line" key={index}>
          <TextField
            label={null}
            aria-label={`${one} ${index + 1}`}
            value={value}
            placeholder={placeholder}
            onChange={event => onChange(values.with(index, event.target.value))}
            error={errorAt(index)}
            autoComplete="off"
            spellCheck={false}
          />
          {values.length > least && (
            <Button
              variant="quiet"
              onClick={() => onChange(values.toSpliced(index, 1))}
              aria-label={messages.removeThis(`${one} ${index + 1}`)}
            >
              {messages.remove}
            </Button>
          )}
        </div>
      ))}
      {error && <span className="text-field-fault">{error}</span>}
      {values.length < 20 && (
        <Button onClick={() => onChange([...values, ''])}>
          {values.length > 0 ? messages.addAnother : messages.addOne}
        </Button>
      )}
    </fieldset>
  )
}
