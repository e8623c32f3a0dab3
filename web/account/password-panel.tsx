// Changes the password, which ends all other sessions and revokes all grants. Hidden if single sign-on is the only way
// to sign in.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAccountMessages } from './account-messages.ts'

const empty = { current_password: '', new_password: '', repeated: '' }

export function PasswordPanel() {
  const { client, me, hasPasswordSignIn } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const [edit, setEdit] = useState(empty)
  const [differs, setDiffers] = useState(false)
  const save = useAction(async () => {
    const { current_password, new_password } = edit
    await client.users.update('me', { current_password, new_password })
    setEdit(empty)
    showNotice(messages.passwordChanged)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isOther = edit.new_password !== edit.repeated
    setDiffers(isOther)
    if (!isOther) save.run()
  }
  if (!hasPasswordSignIn) return null
  return (
    <Panel title={messages.password} lead={messages.passwordLead}>
      <form className="form" onSubmit={submit} noValidate>
        {/* Tells password managers which account the password is for. */}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          value={me.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label={messages.currentPassword}
          type="password"
          value={edit.current_password}
          onChange={event => setEdit({ ...edit, current_password: event.target.value })}
          error={save.fieldErrors.current_password}
          autoComplete="current-password"
        />
        <TextField
          label={messages.newPassword}
          hint={messages.newPasswordHint}
          type="password"
          value={edit.new_password}
          onChange={event => setEdit({ ...edit, new_password: event.target.value })}
          error={save.fieldErrors.new_password}
          autoComplete="new-password"
        />
        <TextField
          label={messages.repeated}
          type="password"
          value={edit.repeated}
          onChange={event => setEdit({ ...edit, repeated: event.target.value })}
          error={differs ? messages.differs : undefined}
          autoComplete="new-password"
        />
        <ErrorMessage text={save.error} />
        <div className="form-actions">
          <Button type="submit" variant="primary" disabled={save.isBusy}>
            {save.isBusy ? messages.changing : messages.changePassword}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
