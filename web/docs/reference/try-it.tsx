// The "Try it" panel: sends a request to an operation and shows the response.

import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTabValue } from '../browser-state.ts'
import { BodyInput } from './body-input.tsx'
import { checkInputs } from './check-inputs.ts'
import type { Operation } from './description.ts'
import { ParameterInput } from './parameter-input.tsx'
import { curlOf, makeRequest } from './request.ts'
import { ResponseView } from './response-view.tsx'
import { useInputs } from './use-inputs.ts'
import { useSend } from './use-send.ts'
import './try-it.css'
import { useDocsWords } from '../docs-words.ts'

export function TryIt({ operation, server }: { operation: Operation; server: string }) {
  const words = useDocsWords()
  const [token, setToken] = useTabValue('token')
  const state = useInputs(operation)
  const [sending, start] = useSend()
  const [hasTried, setTried] = useState(false)
  const errors = hasTried ? checkInputs(operation, state.inputs) : {}
  const request = makeRequest(operation, server, state.inputs)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(checkInputs(operation, state.inputs))
    if (first === undefined) start(request, token.trim())
    else (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
  }
  const more = [...operation.inQuery, ...operation.inHeader]
  return (
    <form className="try-it" onSubmit={submit} noValidate>
      <TextField
        label={words.token}
        hint={words.tokenHint}
        type="password"
        autoComplete="off"
        value={token}
        onChange={event => setToken(event.target.value)}
      />
      {operation.inPath.map(one => (
        <ParameterInput
          key={one.name}
          parameter={one}
          value={state.inputs.path[one.name] ?? ''}
          error={errors[one.name]}
          onChange={value => state.set('path', one.name, value)}
        />
      ))}
      <BodyInput operation={operation} state={state} error={errors.body} />
      {more.length > 0 && (
        <details className="try-it-more">
          <summary>{more.map(one => one.name).join(', ')}</summary>
          <Options operation={operation} state={state} />
        </details>
      )}
      <div className="try-it-actions">
        <Button look="primary" type="submit" disabled={sending.state === 'sending'}>
          {sending.state === 'sending' ? words.sending : words.send(operation.method)}
        </Button>
        <CopyButton className="button button-quiet" text={curlOf(request, window.location.origin)}>
          {words.copyCurl}
        </CopyButton>
      </div>
      <ResponseView sending={sending} />
    </form>
  )
}

function Options({ operation, state }: { operation: Operation; state: ReturnType<typeof useInputs> }) {
  const rows = [
    ...operation.inQuery.map(parameter => ['query', parameter] as const),
    ...operation.inHeader.map(parameter => ['header', parameter] as const),
  ]
  return rows.map(([group, parameter]) => (
    <ParameterInput
      key={parameter.name}
      parameter={parameter}
      value={state.inputs[group][parameter.name] ?? ''}
      onChange={value => state.set(group, parameter.name, value)}
    />
  ))
}
