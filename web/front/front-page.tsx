// The front page, for a person who has just started the server: what this is, where to go, and the first call.

import { ButtonLink } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { MosaicPicture } from './mosaic-picture.tsx'
import './front-page.css'

export function FrontPage() {
  return (
    <>
      <TopBar>
        <ButtonLink look="quiet" href="/docs">
          API reference
        </ButtonLink>
      </TopBar>
      <main className="front">
        <Hero />
        <FirstCall />
        <WhatIsHere />
      </main>
    </>
  )
}

const Hero = () => (
  <section className="front-hero">
    <div className="front-hero-words">
      <h1>Tessera is running.</h1>
      <p className="front-lead">
        A collaborative visual workspace on your own machine. Notes, text, pictures, documents, drawings and the people
        who work on them: one API drives all of it.
      </p>
      <div className="front-actions">
        <ButtonLink look="primary" href="/docs">
          Open the API reference
        </ButtonLink>
        <ButtonLink href="#first-call">Make the first call</ButtonLink>
        <ButtonLink href="/developers">Developer portal</ButtonLink>
      </div>
    </div>
    <MosaicPicture />
  </section>
)

const FirstCall = () => (
  <section className="front-section" aria-labelledby="first-call">
    <h2 id="first-call">The first call</h2>
    <ol className="front-steps">
      <li>
        <h3>Get a token</h3>
        <p>
          In the folder of the server, for the email address of a user. The owner’s was printed when the server started
          for the first time. Who is signed in makes one in the <a href="/developers#tokens">developer portal</a>.
        </p>
        <CodeBlock label="Get a token" code={'TOKEN=$(npm run -s tessera -- token --email you@example.com)'} />
      </li>
      <li>
        <h3>Ask who you are</h3>
        <p>The token goes with every request, and carries the rights of its user.</p>
        <CodeBlock label="Ask who you are" code={`curl -H "Authorization: Bearer $TOKEN" \\\n  ${api}/session/user`} />
      </li>
      <li>
        <h3>Put a note on a board</h3>
        <p>
          A workspace is known by its <code>uid</code>; the list of yours has it.
        </p>
        <CodeBlock label="List your workspaces, then write a note" code={noteLines} />
      </li>
    </ol>
  </section>
)

const api = `${window.location.origin}/api`

const noteLines = `curl -H "Authorization: Bearer $TOKEN" \\
  ${api}/users/me/workspaces

curl -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"text":"Hello","backgroundColor":"Gold"}' \\
  ${api}/workspaces/<uid>/notes`

const clientLines = `import { connect } from '@tessera/client'

const client = connect({ url: '${window.location.origin}', token })
const { workspaces } = await client.users.listWorkspaces('me')
await client.notes.create(workspaces[0].uid, { text: 'Hello' })`

const WhatIsHere = () => (
  <section className="front-section" aria-labelledby="what-is-here">
    <h2 id="what-is-here">What is here</h2>
    <div className="front-tiles">
      <article>
        <h3>
          <a href="/docs">The reference</a>
        </h3>
        <p>Every operation with its fields, limits and errors, to search, to read, and to try from the page.</p>
      </article>
      <article>
        <h3>
          <a href="/api/openapi.json">The description</a>
        </h3>
        <p>The same as OpenAPI 3.1, for the tools that read it.</p>
      </article>
      <article>
        <h3>The TypeScript client</h3>
        <p>A typed method for every operation, lists that walk themselves, retries that happen once.</p>
        <CodeBlock label="TypeScript" code={clientLines} />
      </article>
      <article>
        <h3>The operator’s commands</h3>
        <p>
          <code>npm run -s tessera -- &lt;command&gt;</code>, with the server running or not:
        </p>
        <dl className="front-commands">
          {commands.map(([command, meaning]) => (
            <div key={command}>
              <dt>
                <code>{command}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </article>
    </div>
  </section>
)

const commands = [
  ['token', 'an access token for a user'],
  ['user', 'a new user'],
  ['organization', 'a new organization'],
  ['lock, unlock', 'keep a user out, let them in again'],
  ['app', 'register an application'],
  ['backup, restore', 'all data to a file, and back'],
  ['check', 'settings, database, files and mail'],
] as const
