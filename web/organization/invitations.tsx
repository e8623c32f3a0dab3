// Invitations: inviting people, pending invitations, and guests waiting for approval.

import type { OrganizationMember } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { InvitePeople } from './invite-people.tsx'
import type { OrganizationAccess } from './organization-access.ts'
import { describeRole, useOrganizationMessages } from './organization-messages.ts'
import { mayInvite, mayRemove } from './organization-rights.ts'
import { RemoveMember } from './remove-member.tsx'

export function Invitations({ place, onChange }: { place: OrganizationAccess; onChange: () => void }) {
  const { client } = useSession()
  const { id } = place.organization
  const seesMembers = place.rights.has('can_list_organization_users')
  const load = useLoad(async () => {
    if (!seesMembers) return []
    return await Array.fromAsync(
      client.organizations.listMembers.all(id, {
        filter_by: 'invited_state:PENDING_INVITE',
        order_by: 'created_at',
        order_direction: 'DESC',
        limit: 200,
      }),
    )
  }, [id])
  function refresh() {
    load.reload()
    onChange()
  }
  return (
    <>
      <InvitePeople place={place} onInvited={refresh} />
      {seesMembers && (
        <WhenLoaded load={load} lines={4}>
          {pending => (
            <>
              <Awaiting place={place} guests={pending.filter(one => one.awaits_approval)} onChange={refresh} />
              <Pending place={place} members={pending.filter(one => !one.awaits_approval)} onChange={refresh} />
            </>
          )}
        </WhenLoaded>
      )}
    </>
  )
}

interface AwaitingProps {
  readonly place: OrganizationAccess
  readonly guests: readonly OrganizationMember[]
  readonly onChange: () => void
}

function Awaiting({ place, guests, onChange }: AwaitingProps) {
  const messages = useOrganizationMessages()
  if (guests.length === 0) return null
  return (
    <Panel title={messages.awaiting} lead={messages.awaitingLead}>
      <ul className="rows">
        {guests.map(guest => (
          <AwaitingRow key={guest.id} place={place} guest={guest} onChange={onChange} />
        ))}
      </ul>
    </Panel>
  )
}

function AwaitingRow({ place, guest, onChange }: Omit<AwaitingProps, 'guests'> & { guest: OrganizationMember }) {
  const { client } = useSession()
  const showNotice = useNotice()
  const messages = useOrganizationMessages()
  const [isRemoving, setRemoving] = useState(false)
  const approve = useAction(async () => {
    await client.organizations.approve(place.organization.id, guest.id)
    showNotice(messages.approved(guest.email))
    onChange()
  })
  return (
    <li>
      <Invited member={guest} />
      <div className="row-actions">
        {place.rights.has('can_approve_guest_invite') && (
          <Button
            variant="primary"
            onClick={() => approve.run()}
            disabled={approve.isBusy}
            aria-label={messages.approveThis(guest.email)}
          >
            {messages.approve}
          </Button>
        )}
        {mayRemove(place.rights, guest.organization_role) && (
          <Button variant="quiet" onClick={() => setRemoving(true)} aria-label={messages.declineThis(guest.email)}>
            {messages.decline}
          </Button>
        )}
      </div>
      <div className="row-fault">
        <ErrorMessage text={approve.error} />
      </div>
      {isRemoving && (
        <RemoveMember
          member={guest}
          organization={place.organization}
          onGone={onChange}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

function Pending({
  place,
  members,
  onChange,
}: Omit<AwaitingProps, 'guests'> & { members: readonly OrganizationMember[] }) {
  const messages = useOrganizationMessages()
  return (
    <Panel title={messages.pending} lead={messages.pendingLead}>
      {members.length === 0 ? (
        <Empty title={messages.noPending} />
      ) : (
        <ul className="rows">
          {members.map(member => (
            <PendingRow key={member.id} place={place} member={member} onChange={onChange} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PendingRow({ place, member, onChange }: Omit<AwaitingProps, 'guests'> & { member: OrganizationMember }) {
  const { client } = useSession()
  const showNotice = useNotice()
  const messages = useOrganizationMessages()
  const [isRemoving, setRemoving] = useState(false)
  const again = useAction(async () => {
    await client.organizations.inviteAgain(place.organization.id, member.id)
    showNotice(messages.sentAgain(member.email))
  })
  return (
    <li>
      <Invited member={member} />
      <div className="row-actions">
        {mayInvite(place.rights, member.organization_role) && (
          <Button onClick={() => again.run()} disabled={again.isBusy} aria-label={messages.sendAgainTo(member.email)}>
            {again.isBusy ? messages.sending : messages.sendAgain}
          </Button>
        )}
        {mayRemove(place.rights, member.organization_role) && (
          <Button
            variant="quiet"
            onClick={() => setRemoving(true)}
            aria-label={messages.withdrawInvitation(member.email)}
          >
            {messages.withdraw}
          </Button>
        )}
      </div>
      <div className="row-fault">
        <ErrorMessage text={again.error} />
      </div>
      {isRemoving && (
        <RemoveMember
          member={member}
          organization={place.organization}
          onGone={onChange}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

function Invited({ member }: { member: OrganizationMember }) {
  const messages = useOrganizationMessages()
  return (
    <div className="row-what">
      <span className="row-name">{member.email}</span>
      <span className="row-note">
        {messages.invitedAs(describeRole(messages, member.organization_role.id).name)} <Day at={member.created_at} />
      </span>
    </div>
  )
}
