// Three API calls from a terminal that end with a note on a board.

import { CodeBlock } from '../ui/code-block.tsx'
import { useFrontMessages } from './front-messages.ts'

const api = `${window.location.origin}/api`

export function FirstCall() {
  const messages = useFrontMessages()
  const [before, portal, after] = messages.tokenHint
  return (
    <section className="front-section" aria-labelledby="first-call">
      <h2 id="first-call">{messages.firstCall}</h2>
      <ol className="front-steps">
        <li>
          <h3>{messages.token}</h3>
          <p>
            {before}
            <a href="/developers#tokens">{portal}</a>
            {after}
          </p>
          <CodeBlock
            label={messages.token}
            code={'TESSERA_TOKEN=$(npm run -s tessera -- token --email you@example.com)'}
          />
        </li>
        <li>
          <h3>{messages.who}</h3>
          <p>{messages.whoHint}</p>
          <CodeBlock
            label={messages.who}
            code={`curl -H "Authorization: Bearer $TESSERA_TOKEN" \\\n  ${api}/session/user`}
          />
        </li>
        <li>
          <h3>{messages.note}</h3>
          <p>
            {messages.noteHint[0]}
            <code>uid</code>
            {messages.noteHint[1]}
          </p>
          <CodeBlock label={messages.noteCode} code={noteLines(messages.hello)} />
        </li>
      </ol>
    </section>
  )
}

const noteLines = (text: string) => `curl -H "Authorization: Bearer $TESSERA_TOKEN" \\
  ${api}/users/me/workspaces

curl -H "Authorization: Bearer $TESSERA_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"text":"${text}","backgroundColor":"Gold"}' \\
  ${api}/workspaces/<uid>/notes`
