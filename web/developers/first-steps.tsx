// The quickstart: API calls to paste, with the user's own token and one of their workspaces.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Panel } from '../ui/panel.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import './first-steps.css'
import { useDevelopersMessages } from './developers-messages.ts'

export function FirstSteps() {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const [token, setToken] = useState('')
  const make = useAction(async () => {
    const made = await client.tokens.create({ name: messages.parts['first-steps'], days: 1 })
    setToken(made.token.access_token ?? '')
  })
  const { loaded } = useLoad(
    async signal => (await client.users.listWorkspaces('me', { limit: 1 }, { signal })).workspaces,
    [],
  )
  const board = loaded.state === 'ready' ? loaded.value[0] : undefined
  return (
    <Panel
      title={messages.parts['first-steps']}
      lead={messages.stepsLead}
      actions={
        <Button variant="primary" onClick={() => make.run()} disabled={make.isBusy || token !== ''}>
          {token ? messages.tokenInserted : make.isBusy ? messages.insertingToken : messages.insertToken}
        </Button>
      }
    >
      <ErrorMessage text={make.error ?? make.fieldErrors.name} />
      <ol className="first-steps">
        <li>
          <h3>{messages.who}</h3>
          <CodeBlock label={messages.who} code={whoLine(token)} />
        </li>
        <li>
          <h3>{messages.list}</h3>
          <p>
            {messages.listHint[0]}
            <code>uid</code>
            {messages.listHint[1]}
          </p>
          <CodeBlock label={messages.list} code={listLine(token)} />
        </li>
        <li>
          <h3>{messages.write}</h3>
          <p>
            {board ? (
              <>
                {messages.writeTo[0]}
                <strong>{board.name}</strong>
                {messages.writeTo[1]}
              </>
            ) : (
              <>
                {messages.writeAnywhere[0]}
                <code>uid</code>
                {messages.writeAnywhere[1]}
                <code>&lt;uid&gt;</code>
                {messages.writeAnywhere[2]}
              </>
            )}
          </p>
          <CodeBlock label={messages.write} code={noteLine(token, board?.uid ?? '<uid>')} />
        </li>
      </ol>
      <div className="form-actions">
        <ButtonLink href="/docs">{messages.reference}</ButtonLink>
        <ButtonLink variant="quiet" href="/docs#notes.create">
          {messages.aboutNotes}
        </ButtonLink>
        <ButtonLink variant="quiet" href="#tokens">
          {messages.yourTokens}
        </ButtonLink>
      </div>
    </Panel>
  )
}

const api = `${window.location.origin}/api`
const bearer = (token: string) => `-H "Authorization: Bearer ${token || '<token>'}"`

const whoLine = (token: string) => `curl ${bearer(token)} \\\n  ${api}/session/user`
const listLine = (token: string) => `curl ${bearer(token)} \\\n  ${api}/users/me/workspaces`
const noteLine = (token: string, uid: string) => `curl ${bearer(token)} \\
  -H "Content-Type: application/json" \\
  -d '{"text":"Hello","backgroundColor":"Gold"}' \\
  ${api}/workspaces/${uid}/notes`
