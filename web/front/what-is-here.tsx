// Links to the reference, the developer portal, the client and the command line.

import { CodeBlock } from '../ui/code-block.tsx'
import { useFrontMessages } from './front-messages.ts'

export function WhatIsHere() {
  const messages = useFrontMessages()
  return (
    <section className="front-section" aria-labelledby="what-is-here">
      <h2 id="what-is-here">{messages.here}</h2>
      <div className="front-tiles">
        <div className="front-tiles-three">
          <LinkTile href="/docs" title={messages.theReference} text={messages.referenceHint} />
          <LinkTile href="/developers" title={messages.portal} text={messages.portalHint} />
          <LinkTile href="/api/openapi.json" title={messages.description} text={messages.descriptionHint} />
        </div>
        <article>
          <h3>{messages.client}</h3>
          <p>{messages.clientHint}</p>
          <CodeBlock label="TypeScript" code={clientLines(messages.hello)} />
        </article>
        <Commands />
      </div>
    </section>
  )
}

const LinkTile = ({ href, title, text }: { href: string; title: string; text: string }) => (
  <article>
    <h3>
      <a href={href}>{title}</a>
    </h3>
    <p>{text}</p>
  </article>
)

function Commands() {
  const messages = useFrontMessages()
  return (
    <article>
      <h3>{messages.operator}</h3>
      <p>
        <code>npm run -s tessera -- &lt;command&gt;</code>
        {messages.operatorHint}
      </p>
      <dl className="front-commands">
        {Object.entries(messages.commands).map(([command, meaning]) => (
          <div key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

const clientLines = (text: string) => `import { connect } from '@tessera/client'

const client = connect({ url: '${window.location.origin}', token })
const { workspaces } = await client.users.listWorkspaces('me')
await client.notes.create(workspaces[0].uid, { text: '${text}' })`
