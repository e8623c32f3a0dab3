// Three API calls from a terminal that end with a note on a board.

import { CodeBlock } from '../ui/code-block.tsx'
import { useFrontWords } from './front-words.ts'

const api = `${window.location.origin}/api`

export function FirstCall() {
  const words = useFrontWords()
  const [before, portal, after] = words.tokenHint
  return (
    <section className="front-section" aria-labelledby="first-call">
      <h2 id="first-call">{words.firstCall}</h2>
      <ol className="front-steps">
        <li>
          <h3>{words.token}</h3>
          <p>
            {before}
            <a href="/developers#tokens">{portal}</a>
            {after}
          </p>
          <CodeBlock
            label={words.token}
            code={'TESSERA_TOKEN=$(npm run -s tessera -- token --email you@example.com)'}
          />
        </li>
        <li>
          <h3>{words.who}</h3>
          <p>{words.whoHint}</p>
          <CodeBlock
            label={words.who}
            code={`curl -H "Authorization: Bearer $TESSERA_TOKEN" \\\n  ${api}/session/user`}
          />
        </li>
        <li>
          <h3>{words.note}</h3>
          <p>
            {words.noteHint[0]}
            <code>uid</code>
            {words.noteHint[1]}
          </p>
          <CodeBlock label={words.noteCode} code={noteLines(words.hello)} />
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
