// The organizations of the signed-in person.

import { useSession } from '../session/session.tsx'
import { Shell } from '../session/shell.tsx'
import { Empty, Panel } from '../ui/panel.tsx'

export function MyOrganizations() {
  const { me } = useSession()
  return (
    <Shell title="Organizations">
      <Panel title="You belong to">
        {me.organizations.length === 0 ? (
          <Empty title="No organization">
            <p>Somebody invites you into one; the invitation comes by mail.</p>
          </Empty>
        ) : (
          <ul className="rows">
            {me.organizations.map(({ id, name }) => (
              <li key={id}>
                <a className="row-name" href={`/organizations/${id}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Shell>
  )
}
