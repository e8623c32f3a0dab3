// The name and email address of the signed-in user.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAccountMessages } from './account-messages.ts'
import { PendingEmail } from './pending-email.tsx'

export function ProfilePanel() {
  const { client, me, refreshMe: readMe } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const [edit, setEdit] = useState({ first_name: me.first_name, last_name: me.last_name, email: me.email })
  const save = useAction(async () => {
    const { email, ...names } = edit
    // The current address would cancel a pending change. Another spelling of it needs no confirmation.
    await client.users.update('me', email === me.email ? names : edit)
    await readMe()
    const isNewMailbox = email.toLowerCase() !== me.email.toLowerCase()
    if (isNewMailbox) setEdit({ ...edit, email: me.email })
    showNotice(isNewMailbox ? messages.confirmationSent(email) : messages.profileSaved)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.run()
  }
  return (
    <Panel title={messages.parts.profile} lead={messages.profileLead}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="form-pair">
          <TextField
            label={messages.firstName}
            value={edit.first_name}
            onChange={event => setEdit({ ...edit, first_name: event.target.value })}
            error={save.fieldErrors.first_name}
            maxLength={255}
            autoComplete="given-name"
          />
          <TextField
            label={messages.lastName}
            value={edit.last_name}
            onChange={event => setEdit({ ...edit, last_name: event.target.value })}
            error={save.fieldErrors.last_name}
            maxLength={255}
            autoComplete="family-name"
          />
        </div>
        <TextField
          label={messages.email}
          hint={messages.emailHint}
          type="email"
          value={edit.email}
          onChange={event => setEdit({ ...edit, email: event.target.value })}
          error={save.fieldErrors.email}
          maxLength={254}
          autoComplete="email"
          spellCheck={false}
        />
        {me.pending_email && <PendingEmail email={me.pending_email} />}
        <ErrorMessage text={save.error} />
        <div className="form-actions">
          <Button type="submit" variant="primary" disabled={save.isBusy}>
            {save.isBusy ? messages.saving : messages.save}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
