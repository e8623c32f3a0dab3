// Changing the password, which ends every other session and grant.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAct } from '../ui/use-act.ts'

const empty = { current_password: '', new_password: '', repeated: '' }

export function PasswordPanel() {
  const { client, me } = useSession()
  const say = useNotice()
  const [edit, setEdit] = useState(empty)
  const [differs, setDiffers] = useState(false)
  const save = useAct(async () => {
    const { current_password, new_password } = edit
    await client.users.update('me', { current_password, new_password })
    setEdit(empty)
    say('Your password was changed, and every other session was ended')
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isOther = edit.new_password !== edit.repeated
    setDiffers(isOther)
    if (!isOther) save.run()
  }
  return (
    <Panel
      title="Password"
      lead="Changing it ends every other session of yours, and everything you have allowed applications and scripts."
    >
      <form className="form" onSubmit={submit} noValidate>
        {/* For password managers, which want to know whose password it is. */}
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
          label="Current password"
          type="password"
          value={edit.current_password}
          onChange={event => setEdit({ ...edit, current_password: event.target.value })}
          fault={save.faults.current_password}
          autoComplete="current-password"
        />
        <TextField
          label="New password"
          hint="8 to 256 characters"
          type="password"
          value={edit.new_password}
          onChange={event => setEdit({ ...edit, new_password: event.target.value })}
          fault={save.faults.new_password}
          autoComplete="new-password"
        />
        <TextField
          label="New password again"
          type="password"
          value={edit.repeated}
          onChange={event => setEdit({ ...edit, repeated: event.target.value })}
          fault={differs ? 'The two differ.' : undefined}
          autoComplete="new-password"
        />
        <Fault text={save.fault} />
        <div className="form-actions">
          <Button type="submit" look="primary" disabled={save.isBusy}>
            {save.isBusy ? 'Changing …' : 'Change the password'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
