// Bringing people in: inviting them, what is under way, and guests who await approval.

import type { OrganizationMember } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useAct } from '../ui/use-act.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { InvitePeople } from './invite-people.tsx'
import { mayInvite, mayRemove } from './organization-rights.ts'
import type { Place } from './place.ts'
import { RemoveMember } from './remove-member.tsx'

export function Invitations({ place, onChange }: { place: Place; onChange: () => void }) {
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
    load.again()
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
  readonly place: Place
  readonly guests: readonly OrganizationMember[]
  readonly onChange: () => void
}

function Awaiting({ place, guests, onChange }: AwaitingProps) {
  if (guests.length === 0) return null
  return (
    <Panel title="Guests awaiting approval" lead="Their invitations are mailed once somebody approves them.">
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
  const say = useNotice()
  const [isRemoving, setRemoving] = useState(false)
  const approve = useAct(async () => {
    await client.organizations.approve(place.organization.id, guest.id)
    say(`${guest.email} was approved and invited`)
    onChange()
  })
  return (
    <li>
      <Invited member={guest} />
      <div className="row-actions">
        {place.rights.has('can_approve_guest_invite') && (
          <Button
            look="primary"
            onClick={() => approve.run()}
            disabled={approve.isBusy}
            aria-label={`Approve ${guest.email}`}
          >
            Approve
          </Button>
        )}
        {mayRemove(place.rights, guest.organization_role) && (
          <Button look="quiet" onClick={() => setRemoving(true)} aria-label={`Decline ${guest.email}`}>
            Decline
          </Button>
        )}
      </div>
      <div className="row-fault">
        <Fault text={approve.fault} />
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
  return (
    <Panel title="Pending invitations" lead="Mailed, and not accepted yet. A link works once, for 14 days.">
      {members.length === 0 ? (
        <Empty title="No invitation is under way" />
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
  const say = useNotice()
  const [isRemoving, setRemoving] = useState(false)
  const again = useAct(async () => {
    await client.organizations.inviteAgain(place.organization.id, member.id)
    say(`The invitation was mailed to ${member.email} again`)
  })
  return (
    <li>
      <Invited member={member} />
      <div className="row-actions">
        {mayInvite(place.rights, member.organization_role) && (
          <Button onClick={() => again.run()} disabled={again.isBusy} aria-label={`Send again to ${member.email}`}>
            {again.isBusy ? 'Sending …' : 'Send again'}
          </Button>
        )}
        {mayRemove(place.rights, member.organization_role) && (
          <Button
            look="quiet"
            onClick={() => setRemoving(true)}
            aria-label={`Withdraw the invitation of ${member.email}`}
          >
            Withdraw
          </Button>
        )}
      </div>
      <div className="row-fault">
        <Fault text={again.fault} />
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

const Invited = ({ member }: { member: OrganizationMember }) => (
  <div className="row-what">
    <span className="row-name">{member.email}</span>
    <span className="row-note">
      As {member.organization_role.name}, invited <Day at={member.created_at} />
    </span>
  </div>
)
