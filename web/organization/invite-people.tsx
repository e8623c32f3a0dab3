// Inviting one person or many: the addresses are pasted, and each is told what became of it.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Choice, TextArea } from '../ui/text-field.tsx'
import { sayFault, useAct } from '../ui/use-act.ts'
import { readAddresses } from './email-addresses.ts'
import { standardRole } from './organization-rights.ts'
import type { Place } from './place.ts'
import './invite-people.css'

interface Outcome {
  readonly email: string
  readonly isDone: boolean
  readonly words: string
}

export function InvitePeople({ place, onInvited }: { place: Place; onInvited: () => void }) {
  const { client } = useSession()
  const { gives } = place.rights
  const [text, setText] = useState('')
  const [role, setRole] = useState(() => (gives.some(one => one.id === standardRole) ? standardRole : gives.at(-1)?.id))
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [fault, setFault] = useState<string>()
  const invite = useAct(async (addresses: readonly string[]) => {
    const done: Outcome[] = []
    for (const email of addresses) {
      const outcome = await client.organizations
        .addMember(place.organization.id, { email, organization_role_id: role as number })
        .then(({ message }) => ({ email, isDone: true, words: message }))
        .catch(failure => ({ email, isDone: false, words: sayFault(failure) }))
      done.push(outcome)
      setOutcomes([...done])
    }
    // What was not done stays, to be mended and tried again.
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
    if (faulty.length > 0) return setFault(`Not an email address: ${faulty.join(', ')}`)
    if (addresses.length === 0) return setFault('Write at least one email address.')
    setFault(undefined)
    invite.run(addresses)
  }
  const chosen = gives.find(one => one.id === role)
  return (
    <Panel title="Invite people" lead="They get a mail with a link, and join when they follow it.">
      <form className="form" onSubmit={submit} noValidate>
        <TextArea
          label="Email addresses"
          hint="One or many, in lines or separated by commas."
          rows={3}
          value={text}
          onChange={event => setText(event.target.value)}
          fault={fault}
          autoComplete="off"
          spellCheck={false}
        />
        <Choice
          label="As"
          hint={chosen?.description}
          value={role}
          onChange={event => setRole(Number(event.target.value))}
        >
          {gives.map(one => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Choice>
        <div className="form-actions">
          <Button type="submit" look="primary" disabled={invite.isBusy}>
            {invite.isBusy ? 'Inviting …' : 'Invite'}
          </Button>
        </div>
      </form>
      <div role="status">
        {outcomes.length > 0 && (
          <ul className="outcomes" aria-label="What became of the invitations">
            {outcomes.map(({ email, isDone, words }) => (
              <li key={email} className={isDone ? 'outcome-done' : 'outcome-failed'}>
                <strong>{email}</strong> {words}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
