// The custom metadata of an organization as keys and values.

import type { Organization } from '@tessera/client'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useOrganizationMessages } from './organization-messages.ts'

type Metadata = Organization['metadata']

interface MetadataFieldsProps {
  readonly metadata: Metadata
  readonly onChange: (metadata: Metadata) => void
  readonly errors: Readonly<Record<string, string>>
}

const most = 100

export function MetadataFields({ metadata, onChange, errors }: MetadataFieldsProps) {
  const messages = useOrganizationMessages()
  const change = (index: number, more: Partial<Metadata[number]>) =>
    onChange(metadata.map((one, at) => (at === index ? { ...one, ...more } : one)))
  return (
    <fieldset className="metadata">
      <legend>{messages.metadata}</legend>
      <span className="text-field-hint">{messages.metadataHint}</span>
      {metadata.map(({ key, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
        <div className="metadata-line" key={index}>
          <TextField
            label={messages.key}
            value={key}
            onChange={event => change(index, { key: event.target.value })}
            error={errors[`metadata[${index}].key`]}
            maxLength={255}
            autoComplete="off"
          />
          <TextField
            label={messages.value}
            value={value}
            onChange={event => change(index, { value: event.target.value })}
            error={errors[`metadata[${index}].value`]}
            maxLength={4096}
            autoComplete="off"
          />
          <Button
            variant="quiet"
            onClick={() => onChange(metadata.filter((_, at) => at !== index))}
            aria-label={messages.removeThis(key || messages.line(index + 1))}
          >
            {messages.remove}
          </Button>
        </div>
      ))}
      {errors.metadata && <span className="text-field-fault">{errors.metadata}</span>}
      {metadata.length < most && (
        <Button onClick={() => onChange([...metadata, { key: '', value: '' }])}>{messages.addLine}</Button>
      )}
    </fieldset>
  )
}
