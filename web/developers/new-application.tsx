// Registering an application: its name and where people come back to. All else can be set afterwards.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAct } from '../ui/use-act.ts'
import type { Revealed } from './revealed.ts'

export function NewApplication({ onMade }: { onMade: (made: Revealed) => void }) {
  const { client } = useSession()
  const [name, setName] = useState('')
  const [redirect_uri, setUri] = useState('')
  const create = useAct(async () => {
    const { application } = await client.applications.create({ name, redirect_uri })
    onMade({ client_id: application.client_id, client_secret: application.client_secret ?? '' })
    window.location.hash = `applications/${application.client_id}`
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    create.run()
  }
  return (
    <Panel title="Register an application" lead="People see its name when they are asked to allow it.">
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label="Name"
          value={name}
          onChange={event => setName(event.target.value)}
          fault={create.faults.name}
          maxLength={255}
          autoComplete="off"
          required
        />
        <TextField
          label="Redirect URI"
          hint="Where people come back to with a code or a token; compared letter by letter. http is fine for this machine."
          type="url"
          inputMode="url"
          placeholder="https://app.example.com/callback"
          value={redirect_uri}
          onChange={event => setUri(event.target.value)}
          fault={create.faults.redirect_uri}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Fault text={create.fault} />
        <div className="form-actions">
          <Button type="submit" look="primary" disabled={create.isBusy}>
            {create.isBusy ? 'Registering …' : 'Register'}
          </Button>
          <ButtonLink look="quiet" href="#applications">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Panel>
  )
}
