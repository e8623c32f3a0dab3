// The applications that the organization lets keep access with refresh tokens.

import type { WhitelistedApplication } from '@tessera/client'
import { useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import type { Place } from './place.ts'

export function WhitelistedApplications({ place }: { place: Place }) {
  const { client } = useSession()
  const { id } = place.organization
  const load = useLoad(async signal => (await client.organizations.listApplications(id, { signal })).applications, [id])
  return (
    <Panel
      title="Whitelisted applications"
      lead="They keep access for the people who allow them, without asking again every two weeks."
    >
      <WhenLoaded load={load}>
        {applications =>
          applications.length === 0 ? (
            <Empty title="No application is whitelisted">
              <p>
                A developer sends you a link that names this organization (<code>org_id={id}</code>); you open it, look
                at the application, and press Allow.
              </p>
            </Empty>
          ) : (
            <ul className="rows">
              {applications.map(application => (
                <ApplicationRow
                  key={application.client_id}
                  application={application}
                  organization_id={id}
                  onGone={() => load.change(all => all.filter(one => one !== application))}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Panel>
  )
}

interface ApplicationRowProps {
  readonly application: WhitelistedApplication
  readonly organization_id: number
  readonly onGone: () => void
}

function ApplicationRow({ application, organization_id, onGone }: ApplicationRowProps) {
  const { client } = useSession()
  const say = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function withdraw() {
    await client.organizations.withdrawApplication(organization_id, application.client_id)
    say(`${application.name} is no longer whitelisted`)
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{application.name}</span>
        <span className="row-note">
          By {nameOf(application.owner)}, whitelisted <Day at={application.whitelisted_at} />
        </span>
      </div>
      <div className="row-actions">
        <Button look="danger" onClick={() => setAsking(true)} aria-label={`Withdraw ${application.name}`}>
          Withdraw
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Withdraw ${application.name}?`}
          deed="Withdraw"
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          <p>It can no longer renew its access for the people of this organization.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
