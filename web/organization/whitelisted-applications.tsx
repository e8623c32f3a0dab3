// The applications that the organization has whitelisted: they can keep access with refresh tokens.

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
import type { OrganizationAccess } from './organization-access.ts'
import { useOrganizationMessages } from './organization-messages.ts'

export function WhitelistedApplications({ place }: { place: OrganizationAccess }) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const { id } = place.organization
  const load = useLoad(async signal => (await client.organizations.listApplications(id, { signal })).applications, [id])
  return (
    <Panel title={messages.whitelisted} lead={messages.whitelistedLead}>
      <WhenLoaded load={load}>
        {applications =>
          applications.length === 0 ? (
            <Empty title={messages.noWhitelisted}>
              <p>
                {messages.noWhitelistedHint[0]}
                <code>org_id={id}</code>
                {messages.noWhitelistedHint[1]}
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
  const messages = useOrganizationMessages()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function withdraw() {
    await client.organizations.withdrawApplication(organization_id, application.client_id)
    showNotice(messages.applicationWithdrawn(application.name))
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{application.name}</span>
        <span className="row-note">
          {application.owner ? messages.whitelistedBy(nameOf(application.owner)) : messages.whitelistedItself}{' '}
          <Day at={application.whitelisted_at} />
        </span>
      </div>
      <div className="row-actions">
        <Button variant="danger" onClick={() => setAsking(true)} aria-label={messages.removeThis(application.name)}>
          {messages.remove}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={messages.withdrawApplicationTitle(application.name)}
          actionLabel={messages.remove}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          <p>{messages.withdrawApplicationLead}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
