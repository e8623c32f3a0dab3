// Names and address of the signed-in person.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAct } from '../ui/use-act.ts'

export function ProfilePanel() {
  const { client, me, readMe } = useSession()
  const say = useNotice()
  const [edit, setEdit] = useState({ first_name: me.first_name, last_name: me.last_name, email: me.email })
  const save = useAct(async () => {
    await client.users.update('me', edit)
    await readMe()
    say('Your profile was saved')
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.run()
  }
  return (
    <Panel title="Profile" lead="How others in your organizations see you.">
      <form className="form" onSubmit={submit} noValidate>
        <div className="form-pair">
          <TextField
            label="First name"
            value={edit.first_name}
            onChange={event => setEdit({ ...edit, first_name: event.target.value })}
            fault={save.faults.first_name}
            maxLength={255}
            autoComplete="given-name"
          />
          <TextField
            label="Last name"
            value={edit.last_name}
            onChange={event => setEdit({ ...edit, last_name: event.target.value })}
            fault={save.faults.last_name}
            maxLength={255}
            autoComplete="family-name"
          />
        </div>
        <TextField
          label="Email"
          hint="You sign in with it, and mail goes there."
          type="email"
          value={edit.email}
          onChange={event => setEdit({ ...edit, email: event.target.value })}
          fault={save.faults.email}
          maxLength={254}
          autoComplete="email"
          spellCheck={false}
        />
        <Fault text={save.fault} />
        <div className="form-actions">
          <Button type="submit" look="primary" disabled={save.isBusy}>
            {save.isBusy ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
