// Registers an application with its name and redirect URI. Everything else can be set afterwards.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import { useAction } from '../ui/use-action.ts'
import { useDevelopersWords } from './developers-words.ts'
import type { Revealed } from './revealed.ts'

export function NewApplication({ onMade }: { onMade: (made: Revealed) => void }) {
  const { client } = useSession()
  const words = useDevelopersWords()
  const { cancel } = useUiWords()
  const [name, setName] = useState('')
  const [redirect_uri, setUri] = useState('')
  const create = useAction(async () => {
    const { application } = await client.applications.create({ name, redirect_uri })
    onMade({ client_id: application.client_id, client_secret: application.client_secret ?? '' })
    window.location.hash = `applications/${application.client_id}`
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    create.run()
  }
  return (
    <Panel title={words.register} lead={words.registerLead}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={words.name}
          value={name}
          onChange={event => setName(event.target.value)}
          error={create.fieldErrors.name}
          maxLength={255}
          autoComplete="off"
          required
        />
        <TextField
          label={words.redirectUri}
          hint={words.redirectUriHint}
          type="url"
          inputMode="url"
          placeholder="https://app.example.com/callback"
          value={redirect_uri}
          onChange={event => setUri(event.target.value)}
          error={create.fieldErrors.redirect_uri}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <ErrorMessage text={create.error} />
        <div className="form-actions">
          <Button type="submit" look="primary" disabled={create.isBusy}>
            {create.isBusy ? words.registering : words.registerIt}
          </Button>
          <ButtonLink look="quiet" href="#applications">
            {cancel}
          </ButtonLink>
        </div>
      </form>
    </Panel>
  )
}
