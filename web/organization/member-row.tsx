// A member with their role and actions.

import type { OrganizationMember } from '@tessera/client'
import { organizationRoles, ownerRole } from '@tessera/contract/permissions'
import { useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Badge } from '../ui/panel.tsx'
import { useAction } from '../ui/use-action.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { describeRole, useOrganizationMessages } from './organization-messages.ts'
import { mayRemove } from './organization-rights.ts'
import { RemoveMember } from './remove-member.tsx'

interface MemberRowProps {
  readonly member: OrganizationMember
  readonly place: OrganizationAccess
  readonly onChange: (member: OrganizationMember) => void
  readonly onGone: () => void
}

export function MemberRow({ member, place, onChange, onGone }: MemberRowProps) {
  const { me } = useSession()
  const messages = useOrganizationMessages()
  const [isRemoving, setRemoving] = useState(false)
  const isRemovable = mayRemove(place.rights, member.organization_role) && member.id !== me.id
  const hasJoined = member.invited_state === 'ACCEPTED'
  return (
    <li>
      <div className="row-person">
        <Avatar person={member} />
        <div className="row-what">
          <span className="row-name">
            {nameOf(member)}
            {member.id === me.id && <Badge>{messages.you}</Badge>}
            {member.type === 'bot' && <Badge>{messages.bot}</Badge>}
            {member.locked_at && <Badge variant="wait">{messages.locked}</Badge>}
            {member.awaits_approval ? (
              <Badge variant="wait">{messages.awaitsApproval}</Badge>
            ) : (
              member.invited_state === 'PENDING_INVITE' && <Badge variant="wait">{messages.invited}</Badge>
            )}
          </span>
          {nameOf(member) !== member.email && <span className="row-note">{member.email}</span>}
          {member.pending_email && (
            <span className="row-note">{messages.waitsForConfirmation(member.pending_email)}</span>
          )}
        </div>
      </div>
      <div className="member-actions">
        <RoleChoice member={member} place={place} onChange={onChange} />
        {isRemovable && (
          <Button
            variant="quiet"
            onClick={() => setRemoving(true)}
            aria-label={(hasJoined ? messages.removeThis : messages.withdrawInvitation)(nameOf(member))}
          >
            {hasJoined ? messages.remove : messages.withdraw}
          </Button>
        )}
      </div>
      {isRemoving && (
        <RemoveMember
          member={member}
          organization={place.organization}
          onGone={onGone}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

function RoleChoice({ member, place, onChange }: Omit<MemberRowProps, 'onGone'>) {
  const { client } = useSession()
  const showNotice = useNotice()
  const messages = useOrganizationMessages()
  const [heir, setHeir] = useState(false)
  const { organization_role: role, id } = member
  const change = useAction(async (role_id: number) => {
    // Applied at once, and reverted if the server refuses.
    const { name } = organizationRoles.get(role_id)
    onChange({ ...member, organization_role: { ...role, id: role_id, name } })
    try {
      await client.organizations.updateMember(place.organization.id, id, { organization_role_id: role_id })
      showNotice(messages.nowIs(nameOf(member), describeRole(messages, role_id).name))
    } catch (failure) {
      onChange(member)
      throw failure
    }
  })
  const canOwn = member.invited_state === 'ACCEPTED' && member.type === 'person'
  const handsOver = place.rights.isOwner && canOwn && role.id !== ownerRole
  const mayChange = mayRemove(place.rights, role) && place.rights.gives.length > 0
  if (!mayChange) return <span className="member-role-fixed">{describeRole(messages, role.id).name}</span>
  const choices = place.rights.gives.some(one => one.id === role.id)
    ? place.rights.gives
    : [role, ...place.rights.gives]
  function choose(role_id: number) {
    if (role_id === ownerRole) setHeir(true)
    else change.run(role_id)
  }
  return (
    <>
      <span className="member-role">
        <select
          aria-label={messages.roleOf(nameOf(member))}
          value={role.id}
          disabled={change.isBusy}
          onChange={event => choose(Number(event.target.value))}
        >
          {handsOver && <option value={ownerRole}>{messages.ownerChoice}</option>}
          {choices.map(one => (
            <option key={one.id} value={one.id}>
              {describeRole(messages, one.id).name}
            </option>
          ))}
        </select>
      </span>
      <ErrorMessage text={change.error ?? change.fieldErrors.organization_role_id} />
      {heir && <HandOver member={member} place={place} onClose={() => setHeir(false)} />}
    </>
  )
}

function HandOver({
  member,
  place,
  onClose,
}: {
  member: OrganizationMember
  place: OrganizationAccess
  onClose: () => void
}) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  async function handOver() {
    await client.organizations.updateMember(place.organization.id, member.id, { organization_role_id: ownerRole })
    window.location.reload()
  }
  return (
    <ConfirmDialog
      title={messages.handOverTitle(nameOf(member))}
      actionLabel={messages.handOverAction}
      typed={place.organization.name}
      onConfirm={handOver}
      onClose={onClose}
    >
      <p>{messages.handOverLead(nameOf(member), place.organization.name)}</p>
    </ConfirmDialog>
  )
}
