// Invites one or more people by email address, and shows the result for each.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Choice, TextArea } from '../ui/text-field.tsx'
import { describeFailure, translateServiceMessage, useAction } from '../ui/use-action.ts'
import { readAddresses } from './email-addresses.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { standardRole } from './organization-rights.ts'
import './invite-people.css'
import { describeRole, useOrganizationMessages } from './organization-messages.ts'

interface Outcome {
  readonly email: string
  readonly isDone: boolean
  readonly said: string
}

export function InvitePeople({ place, onInvited }: { place: OrganizationAccess; onInvited: () => void }) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const { gives } = place.rights
  const [text, setText] = useState('')
  const [role, setRole] = useState(() => (gives.some(one => one.id === standardRole) ? standardRole : gives.at(-1)?.id))
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [error, setError] = useState<string>()
  const invite = useAction(async (addresses: readonly string[]) => {
    const done: Outcome[] = []
    for (const email of addresses) {
      const outcome = await client.organizations
        .addMember(place.organization.id, { email, organization_role_id: role as number })
        .then(async ({ message }) => ({ email, isDone: true, said: await translateServiceMessage(message) }))
        .catch(async failure => ({ email, isDone: false, said: await describeFailure(failure) }))
      done.push(outcome)
      setOutcomes([...done])
    }
    // The addresses that failed stay in the field.
    setText(
      done
        .filter(one => !one.isDone)
        .map(one => one.email)
        .join('\n'),
    )
    onInvited()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const { addresses, faulty } = readAddresses(text)
    setOutcomes([])
    if (faulty.length > 0) return setError(messages.notAnAddress(faulty.join(', ')))
    if (addresses.length === 0) return setError(messages.noAddress)
    setError(undefined)
    invite.run(addresses)
  }
  return (
    <Panel title={messages.invite} lead={messages.inviteLead}>
      <form className="form" onSubmit={submit} noValidate>
        <TextArea
          label={messages.addresses}
          hint={messages.addressesHint}
          rows={3}
          value={text}
          onChange={event => setText(event.target.value)}
          error={error}
          autoComplete="off"
          spellCheck={false}
        />
        <Choice
          label={messages.as}
          hint={role && describeRole(messages, role).description}
          value={role}
          onChange={event => setRole(Number(event.target.value))}
        >
          {gives.map(one => (
            <option key={one.id} value={one.id}>
              {describeRole(messages, one.id).name}
            </option>
          ))}
        </Choice>
        <div className="form-actions">
          <Button type="submit" variant="primary" disabled={invite.isBusy}>
            {invite.isBusy ? messages.inviting : messages.inviteAction}
          </Button>
        </div>
      </form>
      <div role="status">
        {outcomes.length > 0 && (
          <ul className="outcomes" aria-label={messages.outcomes}>
            {outcomes.map(({ email, isDone, said }) => (
              <li key={email} className={isDone ? 'outcome-done' : 'outcome-failed'}>
                <strong>{email}</strong> {said}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
