// Registers an application with its name and redirect URI. Everything else can be set afterwards.

import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Panel } from '../ui/panel.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { useDevelopersMessages } from './developers-messages.ts'
import type { RevealedSecret } from './revealed.ts'

export function NewApplication({ onMade }: { onMade: (made: RevealedSecret) => void }) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const { cancel } = useUiMessages()
  const [name, setName] = useState('')
  const [redirect_uri, setUri] = useState('')
  const [isPublic, setPublic] = useState(false)
  const create = useAction(async () => {
    const method = isPublic ? ({ token_endpoint_auth_method: 'none' } as const) : {}
    const { application } = await client.applications.create({ name, redirect_uri, ...method })
    const { client_id, client_secret } = application
    if (client_secret) onMade({ client_id, client_secret })
    window.location.hash = `applications/${application.client_id}`
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    create.run()
  }
  return (
    <Panel title={messages.register} lead={messages.registerLead}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={messages.name}
          value={name}
          onChange={event => setName(event.target.value)}
          error={create.fieldErrors.name}
          maxLength={255}
          autoComplete="off"
          required
        />
        <TextField
          label={messages.redirectUri}
          hint={messages.redirectUriHint}
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
        <SwitchField
          label={messages.publicClient}
          hint={messages.publicClientHint}
          isOn={isPublic}
          onChange={setPublic}
        />
        <ErrorMessage text={create.error} />
        <div className="form-actions">
          <Button type="submit" variant="primary" disabled={create.isBusy}>
            {create.isBusy ? messages.registering : messages.registerIt}
          </Button>
          <ButtonLink variant="quiet" href="#applications">
            {cancel}
          </ButtonLink>
        </div>
      </form>
    </Panel>
  )
}
