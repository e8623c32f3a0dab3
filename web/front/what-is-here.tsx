// Links to the reference, the developer portal, the client and the command line.

import { CodeBlock } from '../ui/code-block.tsx'
import { useFrontWords } from './front-words.ts'

export function WhatIsHere() {
  const words = useFrontWords()
  return (
    <section className="front-section" aria-labelledby="what-is-here">
      <h2 id="what-is-here">{words.here}</h2>
      <div className="front-tiles">
        <div className="front-tiles-three">
          <LinkTile href="/docs" title={words.theReference} text={words.referenceHint} />
          <LinkTile href="/developers" title={words.portal} text={words.portalHint} />
          <LinkTile href="/api/openapi.json" title={words.description} text={words.descriptionHint} />
        </div>
        <article>
          <h3>{words.client}</h3>
          <p>{words.clientHint}</p>
          <CodeBlock label="TypeScript" code={clientLines(words.hello)} />
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
  const words = useFrontWords()
  return (
    <article>
      <h3>{words.operator}</h3>
      <p>
        <code>npm run -s tessera -- &lt;command&gt;</code>
        {words.operatorHint}
      </p>
      <dl className="front-commands">
        {Object.entries(words.commands).map(([command, meaning]) => (
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
