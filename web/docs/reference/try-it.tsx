// The "Try it" panel: sends a request with the session of this browser and shows the response.

import { type FormEvent, useState } from 'react'
import { IfSignedIn, useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useAddress } from '../docs-history.ts'
import { useDocsMessages } from '../docs-messages.ts'
import { BodyInput } from './body-input.tsx'
import { checkInputs } from './check-inputs.ts'
import type { Operation } from './description.ts'
import { ParameterInput } from './parameter-input.tsx'
import { curlOf, makeRequest } from './request.ts'
import { ResponseView } from './response-view.tsx'
import { useInputs } from './use-inputs.ts'
import { useSend } from './use-send.ts'
import { useWorkspaceChoices } from './use-workspace-choices.ts'
import './try-it.css'

interface TryItProps {
  readonly operation: Operation
  readonly server: string
}

export function TryIt(props: TryItProps) {
  if (props.operation.isPublic) return <RequestForm {...props} token={null} sender={null} choices={[]} />
  return (
    <IfSignedIn signedOut={<SignedOut operation={props.operation} />}>
      <WithSession {...props} />
    </IfSignedIn>
  )
}

function SignedOut({ operation }: { operation: Operation }) {
  const messages = useDocsMessages()
  const { path } = useAddress()
  const next = encodeURIComponent(`${path}#${operation.id}`)
  return (
    <div className="try-it">
      <p>{messages.signedOut}</p>
      <p>
        <ButtonLink variant="primary" href={`/sign-in?next=${next}`}>
          {messages.signInToTry}
        </ButtonLink>
      </p>
    </div>
  )
}

function WithSession(props: TryItProps) {
  const { me, token, client } = useSession()
  const needsWorkspace = props.operation.inPath.some(({ name }) => name === 'workspace_id')
  const choices = useWorkspaceChoices(needsWorkspace ? client : null)
  const sender = `${me.first_name} ${me.last_name}`.trim() || me.email
  return (
    <RequestForm
      {...props}
      token={async () => (typeof token === 'function' ? ((await token(null)) ?? '') : token)}
      sender={sender}
      choices={choices}
    />
  )
}

interface RequestFormProps extends TryItProps {
  readonly token: (() => Promise<string>) | null
  /** The name of the user; null if the request has no token. */
  readonly sender: string | null
  /** The workspaces of the user, offered for `workspace_id`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

function RequestForm({ operation, server, token, sender, choices }: RequestFormProps) {
  const messages = useDocsMessages()
  const state = useInputs(operation)
  const [sending, start] = useSend()
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const errors = hasTried ? checkInputs(operation, state.inputs) : {}
  const request = makeRequest(operation, server, state.inputs)
  const send = () => start(request, token)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(checkInputs(operation, state.inputs))
    if (first !== undefined) (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
    else if (operation.method === 'DELETE') setAsking(true)
    else send()
  }
  return (
    <>
      <form className="try-it" onSubmit={submit} noValidate>
        <p className="try-it-sender">{sender === null ? messages.withoutToken : messages.asUser(sender)}</p>
        {operation.method !== 'GET' && <p className="try-it-warning">{messages.changesData}</p>}
        {operation.inPath.map(one => (
          <ParameterInput
            key={one.name}
            parameter={one}
            choices={one.name === 'workspace_id' ? choices : []}
            value={state.inputs.path[one.name] ?? ''}
            error={errors[one.name]}
            onChange={value => state.set('path', one.name, value)}
          />
        ))}
        <BodyInput operation={operation} state={state} error={errors.body} />
        <Options operation={operation} state={state} />
        <div className="try-it-actions">
          <Button variant="primary" type="submit" disabled={sending.state === 'sending'}>
            {sending.state === 'sending' ? messages.sending : messages.send(operation.method)}
          </Button>
          <CopyButton className="button button-quiet" text={curlOf(request, window.location.origin)}>
            {messages.copyCurl}
          </CopyButton>
        </div>
        <ResponseView sending={sending} />
      </form>
      {isAsking && (
        <ConfirmDialog
          title={messages.confirmDelete(operation.title)}
          actionLabel={messages.send(operation.method)}
          onConfirm={async () => send()}
          onClose={() => setAsking(false)}
        >
          <p>{messages.confirmDeleteHint}</p>
          <p>
            <code>{request.url}</code>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Options({ operation, state }: { operation: Operation; state: ReturnType<typeof useInputs> }) {
  const rows = [
    ...operation.inQuery.map(parameter => ['query', parameter] as const),
    ...operation.inHeader.map(parameter => ['header', parameter] as const),
  ]
  if (rows.length === 0) return null
  return (
    <details className="try-it-more">
      <summary>{rows.map(([, { name }]) => name).join(', ')}</summary>
      {rows.map(([group, parameter]) => (
        <ParameterInput
          key={parameter.name}
          parameter={parameter}
          value={state.inputs[group][parameter.name] ?? ''}
          onChange={value => state.set(group, parameter.name, value)}
        />
      ))}
    </details>
  )
}
