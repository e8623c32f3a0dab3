// The organizations of the signed-in person.

import { useSession } from '../session/session.tsx'
import { Shell } from '../session/shell.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { useOrganizationMessages } from './organization-messages.ts'

export function MyOrganizations() {
  const { me } = useSession()
  const messages = useOrganizationMessages()
  return (
    <Shell title={messages.mine}>
      <Panel title={messages.belongTo}>
        {me.organizations.length === 0 ? (
          <Empty title={messages.none}>
            <p>{messages.noneHint}</p>
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
