// Removes a member, after showing what happens to their workspaces.

import type { Organization, OrganizationMember } from '@tessera/client'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useOrganizationWords } from './organization-words.ts'

interface RemoveMemberProps {
  readonly member: OrganizationMember
  readonly organization: Organization
  readonly onGone: () => void
  readonly onClose: () => void
}

export function RemoveMember({ member, organization, onGone, onClose }: RemoveMemberProps) {
  const { client } = useSession()
  const words = useOrganizationWords()
  const showNotice = useNotice()
  const isPending = member.invited_state === 'PENDING_INVITE'
  async function remove() {
    await client.organizations.removeMember(organization.id, member.id)
    showNotice(isPending ? words.withdrawn(member.email) : words.removed(nameOf(member)))
    onGone()
  }
  return (
    <ConfirmDialog
      title={isPending ? words.withdrawTitle(member.email) : words.removeTitle(nameOf(member))}
      actionLabel={isPending ? words.withdraw : words.remove}
      onConfirm={remove}
      onClose={onClose}
    >
      {isPending ? <p>{words.withdrawLead}</p> : <Consequences member={member} organization={organization} />}
    </ConfirmDialog>
  )
}

function Consequences({ member, organization }: Pick<RemoveMemberProps, 'member' | 'organization'>) {
  const { client } = useSession()
  const words = useOrganizationWords()
  const load = useLoad(async () => {
    const all = await Array.fromAsync(
      client.users.listWorkspacesIn.all(member.id, organization.id, { limit: 200, order_by: 'name' }),
    )
    return all.filter(one => one.workspace_owner.id === member.id)
  }, [])
  return (
    <>
      <p>{words.removeLead(organization.name)}</p>
      <WhenLoaded load={load} lines={1}>
        {owned =>
          owned.length === 0 ? (
            <p>{words.ownNothing}</p>
          ) : (
            <>
              <p>
                {words.inherited(owned.length)} <strong>{nameOf(organization.owner)}</strong>:
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
