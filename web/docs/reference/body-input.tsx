// The inputs for the body of a request: JSON to edit, or the fields of a form with its file.

import { Choice, TextArea } from '../../ui/text-field.tsx'
import { useDocsMessages } from '../docs-messages.ts'
import type { Body, Operation } from './description.ts'
import { fieldsOf } from './fields-table.tsx'
import { FileInput, ParameterInput, takesFile } from './parameter-input.tsx'
import type { InputState } from './use-inputs.ts'

interface BodyInputProps {
  readonly operation: Operation
  readonly state: InputState
  readonly error?: string | undefined
}

export function BodyInput({ operation: { bodies }, state, error }: BodyInputProps) {
  const messages = useDocsMessages()
  const body = bodies.find(one => one.mediaType === state.inputs.mediaType)
  if (!body) return null
  return (
    <>
      {bodies.length > 1 && (
        <Choice
          label={messages.sendAs}
          value={body.mediaType}
          onChange={event => state.setMediaType(event.target.value as Body['mediaType'])}
        >
          {bodies.map(one => (
            <option key={one.mediaType}>{one.mediaType}</option>
          ))}
        </Choice>
      )}
      {body.mediaType === 'application/json' ? (
        <TextArea
          label={messages.jsonBody}
          name="body"
          rows={Math.min(state.inputs.json.split('\n').length + 1, 16)}
          error={error}
          value={state.inputs.json}
          onChange={event => state.setJson(event.target.value)}
          spellCheck={false}
        />
      ) : (
        <FormInputs body={body} state={state} />
      )}
    </>
  )
}

const FormInputs = ({ body, state }: { body: Body; state: InputState }) =>
  fieldsOf(body.schema).map(field =>
    takesFile(field) ? (
      <FileInput key={field.name} parameter={field} onChange={file => state.set('form', field.name, file)} />
    ) : (
      <ParameterInput
        key={field.name}
        parameter={field}
        value={String(state.inputs.form[field.name] ?? '')}
        onChange={value => state.set('form', field.name, value)}
      />
    ),
  )
