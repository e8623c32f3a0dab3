// Taking a member out, with what becomes of their workspaces told before it is done.

import type { Organization, OrganizationMember } from '@tessera/client'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'

interface RemoveMemberProps {
  readonly member: OrganizationMember
  readonly organization: Organization
  readonly onGone: () => void
  readonly onClose: () => void
}

export function RemoveMember({ member, organization, onGone, onClose }: RemoveMemberProps) {
  const { client } = useSession()
  const say = useNotice()
  const isPending = member.invited_state === 'PENDING_INVITE'
  async function remove() {
    await client.organizations.removeMember(organization.id, member.id)
    say(isPending ? `The invitation of ${member.email} was withdrawn` : `${nameOf(member)} was removed`)
    onGone()
  }
  return (
    <ConfirmDialog
      title={isPending ? `Withdraw the invitation of ${member.email}?` : `Remove ${nameOf(member)}?`}
      deed={isPending ? 'Withdraw' : 'Remove'}
      onConfirm={remove}
      onClose={onClose}
    >
      {isPending ? (
        <p>The link that was mailed to them no longer works. You can invite them again at any time.</p>
      ) : (
        <Consequences member={member} organization={organization} />
      )}
    </ConfirmDialog>
  )
}

function Consequences({ member, organization }: Pick<RemoveMemberProps, 'member' | 'organization'>) {
  const { client } = useSession()
  const load = useLoad(async () => {
    const all = await Array.fromAsync(
      client.users.listWorkspacesIn.all(member.id, organization.id, { limit: 200, order_by: 'name' }),
    )
    return all.filter(one => one.workspace_owner.id === member.id)
  }, [])
  return (
    <>
      <p>
        They lose access to every workspace of {organization.name} at once. Their account stays, and so does what they
        made.
      </p>
      <WhenLoaded load={load} lines={1}>
        {owned =>
          owned.length === 0 ? (
            <p>They own no workspace here.</p>
          ) : (
            <>
              <p>
                {owned.length === 1 ? 'The workspace they own goes' : `The ${owned.length} workspaces they own go`} to{' '}
                <strong>{nameOf(organization.owner)}</strong>:
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
