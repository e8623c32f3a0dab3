// Adds people to a workspace by email address: all of them or none, with an error for each invalid one.

import { TesseraError, type Workspace, type WorkspaceUser } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { readAddresses } from '../organization/email-addresses.ts'
import { Button } from '../ui/button.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Choice } from '../ui/text-field.tsx'
import { translateServiceMessage, useAction } from '../ui/use-action.ts'
import { PeopleField } from './people-field.tsx'
import type { SharedWorkspace } from './shared-workspace.ts'
import { roleName, useSharingMessages } from './sharing-messages.ts'
import { type SharingRights, standardRole } from './sharing-rights.ts'

interface AddPeopleProps extends Pick<SharedWorkspace, 'client' | 'workspace'> {
  readonly rights: SharingRights
  /** The people who have access. */
  readonly people: readonly WorkspaceUser[]
  readonly onAdded: () => Promise<void>
}

export function AddPeople({ client, workspace, rights, people, onAdded }: AddPeopleProps) {
  const { gives } = rights
  const messages = useSharingMessages()
  const showNotice = useNotice()
  const [text, setText] = useState('')
  const [role, setRole] = useState(gives.includes(standardRole) ? standardRole : (gives.at(-1) as number))
  const [error, setError] = useState<string>()
  const [isStrange, setStrange] = useState(false)
  const add = useAction(async (addresses: readonly string[]) => {
    try {
      const users = addresses.map(email => ({ email, workspace_role_id: role }))
      await client.workspaces.addUsers(workspace.uid, { users })
    } catch (failure) {
      const problems = errorsByAddress(failure, addresses)
      if (problems.length === 0) throw failure
      const texts = problems.map(async ({ email, message }) =>
        messages.errorFor(email, await translateServiceMessage(message)),
      )
      setError((await Promise.all(texts)).join(' '))
      return setStrange(problems.some(({ reason }) => reason === 'not_a_member'))
    }
    setText('')
    showNotice(messages.added(addresses.length))
    await onAdded()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const { addresses, faulty } = readAddresses(text)
    if (faulty.length > 0) return setError(messages.notAnAddress(faulty.join(', ')))
    if (addresses.length === 0)
      return setError(text.trim() === '' ? messages.noAddress : messages.notAnAddress(text.trim()))
    setError(undefined)
    setStrange(false)
    add.run(addresses)
  }
  const wrong = error ?? add.error ?? undefined
  return (
    <form className="sharing-add" onSubmit={submit} noValidate>
      <PeopleField
        client={client}
        organizationId={workspace.organization_id}
        people={people}
        mayAdd={rights.mayAddPerson}
        text={text}
        error={wrong}
        onChange={typed => {
          setText(typed)
          setError(undefined)
        }}
      />
      <Choice label={messages.as} value={role} onChange={event => setRole(Number(event.target.value))}>
        {gives.map(id => (
          <option key={id} value={id}>
            {roleName(messages, id)}
          </option>
        ))}
      </Choice>
      <Button type="submit" variant="primary" disabled={add.isBusy}>
        {add.isBusy ? messages.adding : messages.add}
      </Button>
      <p className="row-note" role="status">
        {error && isStrange && <NoMember workspace={workspace} />}
      </p>
    </form>
  )
}

function NoMember({ workspace }: { workspace: Workspace }) {
  const messages = useSharingMessages()
  return (
    <>
      {messages.noMember}
      <a href={`/organizations/${workspace.organization_id}#invitations`}>{messages.inviteThem}</a>
    </>
  )
}

/** The server names a field like `users[2].email`. */
function errorsByAddress(failure: unknown, addresses: readonly string[]) {
  if (!(failure instanceof TesseraError)) return []
  return failure.fields.flatMap(({ field, message, reason }) => {
    const email = addresses[Number(/^users\[(\d+)\]/.exec(field)?.[1] ?? -1)]
    return email === undefined ? [] : [{ email, message, reason }]
  })
}
