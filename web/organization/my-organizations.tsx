// The organizations of the signed-in person.

import { useSession } from '../session/session.tsx'
import { Shell } from '../session/shell.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { useOrganizationWords } from './organization-words.ts'

export function MyOrganizations() {
  const { me } = useSession()
  const words = useOrganizationWords()
  return (
    <Shell title={words.mine}>
      <Panel title={words.belongTo}>
        {me.organizations.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneHint}</p>
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
