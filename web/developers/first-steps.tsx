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
import { useDevelopersWords } from './developers-words.ts'

export function FirstSteps() {
  const { client } = useSession()
  const words = useDevelopersWords()
  const [token, setToken] = useState('')
  const make = useAction(async () => {
    const made = await client.tokens.create({ name: words.parts['first-steps'], days: 1 })
    setToken(made.token.access_token ?? '')
  })
  const { loaded } = useLoad(
    async signal => (await client.users.listWorkspaces('me', { limit: 1 }, { signal })).workspaces,
    [],
  )
  const board = loaded.state === 'ready' ? loaded.value[0] : undefined
  return (
    <Panel
      title={words.parts['first-steps']}
      lead={words.stepsLead}
      actions={
        <Button look="primary" onClick={() => make.run()} disabled={make.isBusy || token !== ''}>
          {token ? words.tokenInserted : make.isBusy ? words.insertingToken : words.insertToken}
        </Button>
      }
    >
      <ErrorMessage text={make.error ?? make.fieldErrors.name} />
      <ol className="first-steps">
        <li>
          <h3>{words.who}</h3>
          <CodeBlock label={words.who} code={whoLine(token)} />
        </li>
        <li>
          <h3>{words.list}</h3>
          <p>
            {words.listHint[0]}
            <code>uid</code>
            {words.listHint[1]}
          </p>
          <CodeBlock label={words.list} code={listLine(token)} />
        </li>
        <li>
          <h3>{words.write}</h3>
          <p>
            {board ? (
              <>
                {words.writeTo[0]}
                <strong>{board.name}</strong>
                {words.writeTo[1]}
              </>
            ) : (
              <>
                {words.writeAnywhere[0]}
                <code>uid</code>
                {words.writeAnywhere[1]}
                <code>&lt;uid&gt;</code>
                {words.writeAnywhere[2]}
              </>
            )}
          </p>
          <CodeBlock label={words.write} code={noteLine(token, board?.uid ?? '<uid>')} />
        </li>
      </ol>
      <div className="form-actions">
        <ButtonLink href="/docs">{words.reference}</ButtonLink>
        <ButtonLink look="quiet" href="/docs#notes.create">
          {words.aboutNotes}
        </ButtonLink>
        <ButtonLink look="quiet" href="#tokens">
          {words.yourTokens}
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
