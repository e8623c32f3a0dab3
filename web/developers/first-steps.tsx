// The first calls, ready to be pasted: with the person's own token and one of their own workspaces in them.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Fault } from '../ui/fault.tsx'
import { Panel } from '../ui/panel.tsx'
import { useAct } from '../ui/use-act.ts'
import { useLoad } from '../ui/use-load.ts'
import './first-steps.css'

export function FirstSteps() {
  const { client } = useSession()
  const [token, setToken] = useState('')
  const make = useAct(async () => {
    const made = await client.tokens.create({ name: 'First steps', days: 1 })
    setToken(made.token.access_token ?? '')
  })
  const { loaded } = useLoad(
    async signal => (await client.users.listWorkspaces('me', { limit: 1 }, { signal })).workspaces,
    [],
  )
  const board = loaded.state === 'ready' ? loaded.value[0] : undefined
  return (
    <Panel
      title="First steps"
      lead="Three calls from a terminal. Press the button to have a token of yours, good for one day, put into them."
      actions={
        <Button look="primary" onClick={() => make.run()} disabled={make.isBusy || token !== ''}>
          {token ? 'The token is in place' : make.isBusy ? 'Making a token …' : 'Insert a token'}
        </Button>
      }
    >
      <Fault text={make.fault ?? make.faults.name} />
      <ol className="first-steps">
        <li>
          <h3>Ask who you are</h3>
          <CodeBlock label="Ask who you are" code={whoLine(token)} />
        </li>
        <li>
          <h3>List your workspaces</h3>
          <p>
            A workspace is known by its <code>uid</code>.
          </p>
          <CodeBlock label="List your workspaces" code={listLine(token)} />
        </li>
        <li>
          <h3>Put a note on a board</h3>
          <p>
            {board ? (
              <>
                This one goes to <strong>{board.name}</strong>.
              </>
            ) : (
              <>
                Put the <code>uid</code> of a workspace in place of <code>&lt;uid&gt;</code>.
              </>
            )}
          </p>
          <CodeBlock label="Put a note on a board" code={noteLine(token, board?.uid ?? '<uid>')} />
        </li>
      </ol>
      <div className="form-actions">
        <ButtonLink href="/docs">API reference</ButtonLink>
        <ButtonLink look="quiet" href="/docs#notes.create">
          Everything about notes
        </ButtonLink>
        <ButtonLink look="quiet" href="#tokens">
          Your personal tokens
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
