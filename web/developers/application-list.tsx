// The applications of the signed-in person.

import type { Application } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useDevelopersMessages } from './developers-messages.ts'

export function ApplicationList() {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const load = useLoad(async signal => (await client.applications.list({ signal })).applications, [])
  return (
    <Panel
      title={messages.mine}
      lead={messages.mineLead}
      actions={
        <ButtonLink variant="primary" href="#applications/new">
          {messages.register}
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
  const messages = useDevelopersMessages()
  const [before, between, token, after] = messages.noApplicationHint
  return (
    <Empty title={messages.noApplication}>
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
  const messages = useDevelopersMessages()
  return (
    <ul className="rows">
      {applications.map(({ client_id, name, redirect_uris, created_with, created_at }) => (
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
              {redirect_uris.length > 1 && messages.andMore(redirect_uris.length - 1)}
            </span>
          </div>
          <span className="row-note">
            {messages.registered} <Day at={created_at} />
            {created_with && ` · ${messages.createdWith} ${created_with.name}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
