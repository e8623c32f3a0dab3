// A person with access to a workspace: their role, and the actions on it.

import type { WorkspaceUser } from '@tessera/client'
import { ownerRole } from '@tessera/contract/permissions'
import { useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Badge } from '../ui/panel.tsx'
import { useAction } from '../ui/use-action.ts'
import type { SharedWorkspace } from './shared-workspace.ts'
import { roleName, useSharingMessages } from './sharing-messages.ts'
import type { SharingRights } from './sharing-rights.ts'

interface PersonRowProps extends SharedWorkspace {
  readonly person: WorkspaceUser
  readonly rights: SharingRights
  readonly onChange: () => Promise<void>
  readonly onLeft: () => void
}

export function PersonRow(props: PersonRowProps) {
  const { person, me, rights } = props
  const messages = useSharingMessages()
  const name = nameOf(person)
  return (
    <li>
      <div className="row-person">
        <Avatar person={person} />
        <div className="row-what">
          <span className="row-name">
            {name}
            {person.id === me.id && <Badge>{messages.you}</Badge>}
            {person.type === 'bot' && <Badge>{messages.bot}</Badge>}
            {person.is_guest && <Badge>{messages.guest}</Badge>}
          </span>
          {name !== person.email && <span className="row-note">{person.email}</span>}
        </div>
      </div>
      <div className="row-actions">
        {rights.mayChange(person) ? (
          <RoleChoice {...props} />
        ) : (
          <span className="row-note">
            {person.has_role ? roleName(messages, person.workspace_role_id) : messages.byOpenness}
          </span>
        )}
        {rights.mayRemove(person) && <Removal {...props} />}
      </div>
    </li>
  )
}

function RoleChoice({ client, workspace, person, rights, onChange }: PersonRowProps) {
  const messages = useSharingMessages()
  const showNotice = useNotice()
  const [isHeir, setHeir] = useState(false)
  const change = useAction(async (workspace_role_id: number) => {
    await client.workspaces.updateUser(workspace.uid, person.id, { workspace_role_id })
    showNotice(messages.nowIs(nameOf(person), roleName(messages, workspace_role_id)))
    await onChange()
  })
  async function handOver() {
    await client.workspaces.update(workspace.uid, { user_id: person.id })
    showNotice(messages.handedOver(nameOf(person)))
    await onChange()
  }
  const own = person.workspace_role_id
  const choices = rights.gives.includes(own) ? rights.gives : [own, ...rights.gives]
  return (
    <>
      <select
        className="sharing-role"
        aria-label={messages.roleOf(nameOf(person))}
        value={own}
        disabled={change.isBusy}
        onChange={event => {
          const id = Number(event.target.value)
          if (id === ownerRole) setHeir(true)
          else change.run(id)
        }}
      >
        {rights.has('can_change_owner') && <option value={ownerRole}>{messages.handOver}</option>}
        {choices.map(id => (
          <option key={id} value={id}>
            {roleName(messages, id)}
          </option>
        ))}
      </select>
      <ErrorMessage text={change.error ?? change.fieldErrors.workspace_role_id} />
      {isHeir && (
        <ConfirmDialog
          title={messages.handOverTitle(nameOf(person))}
          actionLabel={messages.handOverAction}
          onConfirm={handOver}
          onClose={() => setHeir(false)}
        >
          <p>{messages.handOverLead(nameOf(person))}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Removal(props: PersonRowProps) {
  return props.person.id === props.me.id ? <Leaving {...props} /> : <Removing {...props} />
}

function Removing({ client, workspace, person, onChange }: PersonRowProps) {
  const messages = useSharingMessages()
  const showNotice = useNotice()
  const remove = useAction(async () => {
    await client.workspaces.removeUser(workspace.uid, person.id)
    showNotice(messages.removed(nameOf(person)))
    await onChange()
  })
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => remove.run()}
        disabled={remove.isBusy}
        aria-label={messages.removeThis(nameOf(person))}
      >
        {messages.remove}
      </Button>
      <ErrorMessage text={remove.error} />
    </>
  )
}

function Leaving({ client, workspace, me, onLeft }: PersonRowProps) {
  const messages = useSharingMessages()
  const [isAsked, setAsked] = useState(false)
  async function leave() {
    await client.workspaces.removeUser(workspace.uid, me.id)
    onLeft()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {messages.leave}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={messages.leaveTitle(workspace.name)}
          actionLabel={messages.leave}
          onConfirm={leave}
          onClose={() => setAsked(false)}
        >
          <p>{messages.leaveLead}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
