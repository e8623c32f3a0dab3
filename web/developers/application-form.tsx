// The settings of an application.

import type { Application } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { AddressList } from './address-list.tsx'
import { useDevelopersMessages } from './developers-messages.ts'

interface ApplicationFormProps {
  readonly application: Application
  readonly onSaved: (application: Application) => void
}

export function ApplicationForm({ application, onSaved }: ApplicationFormProps) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const showNotice = useNotice()
  const [edit, setEdit] = useState(() => editOf(application))
  const change = (more: Partial<typeof edit>) => setEdit({ ...edit, ...more })
  const save = useAction(async () => {
    const cleaned = withoutBlanks(edit)
    setEdit(cleaned)
    const { application: saved } = await client.applications.update(application.client_id, cleaned)
    setEdit(editOf(saved))
    onSaved(saved)
    showNotice(messages.saved)
  })
  const isPublic = edit.token_endpoint_auth_method === 'none'
  const isChanged = JSON.stringify(edit) !== JSON.stringify(editOf(application))
  function submit(event: FormEvent) {
    event.preventDefault()
    save.run()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={messages.name}
        value={edit.name}
        onChange={event => change({ name: event.target.value })}
        error={save.fieldErrors.name}
        maxLength={255}
        autoComplete="off"
      />
      <AddressList
        legend={messages.redirectUris}
        hint={messages.redirectUrisHint}
        one={messages.oneRedirectUri}
        placeholder="https://app.example.com/callback"
        least={1}
        values={edit.redirect_uris}
        onChange={redirect_uris => change({ redirect_uris })}
        errorAt={index => save.fieldErrors[`redirect_uris[${index}]`]}
        error={save.fieldErrors.redirect_uris}
      />
      <AddressList
        legend={messages.domains}
        hint={messages.domainsHint}
        one={messages.oneDomain}
        placeholder="app.example.com"
        least={0}
        values={edit.whitelisted_domains}
        onChange={whitelisted_domains => change({ whitelisted_domains })}
        errorAt={index => save.fieldErrors[`whitelisted_domains[${index}]`]}
        error={save.fieldErrors.whitelisted_domains}
      />
      <SwitchField
        label={messages.publicClient}
        hint={messages.publicClientHint}
        isOn={isPublic}
        onChange={isOn => change(isOn ? publicClient : { token_endpoint_auth_method: 'client_secret_basic' })}
      />
      <SwitchField
        label={messages.requirePkce}
        hint={messages.requirePkceHint}
        isOn={edit.require_pkce}
        onChange={require_pkce => change({ require_pkce })}
        disabled={isPublic}
      />
      <SwitchField
        label={messages.allowImplicit}
        hint={messages.allowImplicitHint}
        isOn={edit.allow_implicit}
        onChange={allow_implicit => change({ allow_implicit })}
        disabled={isPublic}
      />
      <SwitchField
        label={messages.bot}
        hint={messages.botHint}
        isOn={edit.bot}
        onChange={bot => change({ bot })}
        disabled={isPublic}
      />
      <ErrorMessage text={save.error} />
      <div className="form-actions">
        <Button type="submit" variant="primary" disabled={save.isBusy || !isChanged}>
          {save.isBusy ? messages.saving : messages.save}
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={() => setEdit(editOf(application))}>
            {messages.discard}
          </Button>
        )}
      </div>
    </form>
  )
}

const editOf = (application: Application) => {
  const { name, redirect_uris, whitelisted_domains, require_pkce, allow_implicit } = application
  return {
    name,
    redirect_uris: redirect_uris as readonly string[],
    whitelisted_domains: whitelisted_domains as readonly string[],
    require_pkce,
    allow_implicit,
    token_endpoint_auth_method: application.token_endpoint_auth_method,
    bot: application.bot,
  }
}

/** The requirements for a public client. */
const publicClient = {
  token_endpoint_auth_method: 'none',
  require_pkce: true,
  allow_implicit: false,
  bot: false,
} as const

/** Removes empty lines, also from the form, because the server names invalid entries by index. */
const withoutBlanks = (edit: ReturnType<typeof editOf>) => ({
  ...edit,
  redirect_uris: edit.redirect_uris.map(uri => uri.trim()).filter(uri => uri !== ''),
  whitelisted_domains: edit.whitelisted_domains.map(domain => domain.trim()).filter(domain => domain !== ''),
})
