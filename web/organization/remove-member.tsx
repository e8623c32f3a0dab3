// Removes a member, after showing what happens to their workspaces.

import type { Organization, OrganizationMember } from '@tessera/client'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useOrganizationMessages } from './organization-messages.ts'

interface RemoveMemberProps {
  readonly member: OrganizationMember
  readonly organization: Organization
  readonly onGone: () => void
  readonly onClose: () => void
}

export function RemoveMember({ member, organization, onGone, onClose }: RemoveMemberProps) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const showNotice = useNotice()
  const isPending = member.invited_state === 'PENDING_INVITE'
  async function remove() {
    await client.organizations.removeMember(organization.id, member.id)
    showNotice(isPending ? messages.withdrawn(member.email) : messages.removed(nameOf(member)))
    onGone()
  }
  return (
    <ConfirmDialog
      title={isPending ? messages.withdrawTitle(member.email) : messages.removeTitle(nameOf(member))}
      actionLabel={isPending ? messages.withdraw : messages.remove}
      onConfirm={remove}
      onClose={onClose}
    >
      {isPending ? <p>{messages.withdrawLead}</p> : <Consequences member={member} organization={organization} />}
    </ConfirmDialog>
  )
}

function Consequences({ member, organization }: Pick<RemoveMemberProps, 'member' | 'organization'>) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const load = useLoad(async () => {
    const all = await Array.fromAsync(
      client.users.listWorkspacesIn.all(member.id, organization.id, { limit: 200, order_by: 'name' }),
    )
    return all.filter(one => one.workspace_owner.id === member.id)
  }, [])
  return (
    <>
      <p>{messages.removeLead(organization.name)}</p>
      <WhenLoaded load={load} lines={1}>
        {owned =>
          owned.length === 0 ? (
            <p>{messages.ownNothing}</p>
          ) : (
            <>
              <p>
                {messages.inherited(owned.length)} <strong>{nameOf(organization.owner)}</strong>:
              </p>
              <ul className="inheritance">
                {owned.map(one => (
                  <li key={one.uid}>{one.name}</li>
                ))}
              </ul>
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}
