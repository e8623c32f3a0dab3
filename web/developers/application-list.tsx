// The applications of the signed-in person.

import type { Application } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'

export function ApplicationList() {
  const { client } = useSession()
  const load = useLoad(async signal => (await client.applications.list({ signal })).applications, [])
  return (
    <Panel
      title="My applications"
      lead="An application acts for the people who allow it, with the rights they have."
      actions={
        <ButtonLink look="primary" href="#applications/new">
          Register an application
        </ButtonLink>
      }
    >
      <WhenLoaded load={load}>
        {applications => (applications.length === 0 ? <NoApplications /> : <List applications={applications} />)}
      </WhenLoaded>
    </Panel>
  )
}

const NoApplications = () => (
  <Empty title="No application yet">
    <p>
      Register one to get a client id and a client secret. Your program sends people to{' '}
      <code>{window.location.origin}/api/authorize</code>; they sign in, press Allow, and come back to the address you
      named with a code or a token. For a script of your own, a <a href="#tokens">personal token</a> is enough.
    </p>
  </Empty>
)

const List = ({ applications }: { applications: readonly Application[] }) => (
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
            {redirect_uris.length > 1 && ` and ${redirect_uris.length - 1} more`}
          </span>
        </div>
        <span className="row-note">
          Registered <Day at={created_at} />
        </span>
      </li>
    ))}
  </ul>
)
