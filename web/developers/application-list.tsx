// The applications of the signed-in person.

import type { Application } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useDevelopersWords } from './developers-words.ts'

export function ApplicationList() {
  const { client } = useSession()
  const words = useDevelopersWords()
  const load = useLoad(async signal => (await client.applications.list({ signal })).applications, [])
  return (
    <Panel
      title={words.mine}
      lead={words.mineLead}
      actions={
        <ButtonLink look="primary" href="#applications/new">
          {words.register}
        </ButtonLink>
      }
    >
      <WhenLoaded load={load}>
        {applications => (applications.length === 0 ? <NoApplications /> : <List applications={applications} />)}
      </WhenLoaded>
    </Panel>
  )
}

function NoApplications() {
  const words = useDevelopersWords()
  const [before, between, token, after] = words.noApplicationHint
  return (
    <Empty title={words.noApplication}>
      <p>
        {before}
        <code>{window.location.origin}/api/authorize</code>
        {between}
        <a href="#tokens">{token}</a>
        {after}
      </p>
    </Empty>
  )
}

function List({ applications }: { applications: readonly Application[] }) {
  const words = useDevelopersWords()
  return (
    <ul className="rows">
      {applications.map(({ client_id, name, redirect_uris, created_at }) => (
        <li key={client_id}>
          <div className="row-what">
            <a className="row-name" href={`#applications/${client_id}`}>
              {name}
            </a>
            <span className="row-note">
              <code>{client_id}</code>
            </span>
            <span className="row-note">
              {redirect_uris[0]}
              {redirect_uris.length > 1 && words.andMore(redirect_uris.length - 1)}
            </span>
          </div>
          <span className="row-note">
            {words.registered} <Day at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
