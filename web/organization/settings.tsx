// The settings of an organization, read-only for users who cannot change them.

import {
  isSettingKey,
  organizationSettings,
  type SettingValue,
  settingOf,
  withSetting,
} from '@tessera/contract/organization-settings'
import { type FormEvent, useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { Day } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { MetadataFields } from './metadata-fields.tsx'
import type { OrganizationAccess } from './organization-access.ts'
import './settings.css'
import { useOrganizationMessages } from './organization-messages.ts'

export function Settings({ place, onChange }: { place: OrganizationAccess; onChange: () => void }) {
  const mayChange = place.rights.has('can_change_organization_settings')
  return (
    <>
      <About place={place} />
      {mayChange && <SettingsForm place={place} onChange={onChange} />}
    </>
  )
}

function About({ place: { organization } }: { place: OrganizationAccess }) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const { loaded } = useLoad(signal => client.organizations.getStorage(organization.id, { signal }), [organization.id])
  return (
    <Panel title={messages.about}>
      <dl className="about">
        <div>
          <dt>{messages.owner}</dt>
          <dd>
            {nameOf(organization.owner)} ({organization.owner.email})
          </dd>
        </div>
        <div>
          <dt>{messages.id}</dt>
          <dd>
            <code>{organization.id}</code>
          </dd>
        </div>
        <div>
          <dt>{messages.plan}</dt>
          <dd>{organization.plan.name}</dd>
        </div>
        <div>
          <dt>{messages.since}</dt>
          <dd>
            <Day at={organization.created_at} />
          </dd>
        </div>
        <div>
          <dt>{messages.storage}</dt>
          <dd>{loaded.state === 'ready' ? messages.storageUse(loaded.value.storage) : '…'}</dd>
        </div>
      </dl>
    </Panel>
  )
}

function SettingsForm({ place: { organization }, onChange }: { place: OrganizationAccess; onChange: () => void }) {
  const { client, refreshMe: readMe } = useSession()
  const messages = useOrganizationMessages()
  const showNotice = useNotice()
  const [edit, setEdit] = useState({
    name: organization.name,
    is_guest_invite_requires_approval: organization.is_guest_invite_requires_approval,
    metadata: organization.metadata.filter(({ key }) => !isSettingKey(key)),
    settings: organization.metadata.filter(({ key }) => isSettingKey(key)),
  })
  const save = useAction(async () => {
    const { settings, ...fields } = edit
    const metadata = edit.metadata.filter(({ key, value }) => key !== '' || value !== '')
    setEdit({ ...edit, metadata })
    await client.organizations.update(organization.id, { ...fields, metadata: [...metadata, ...settings] })
    await readMe()
    onChange()
    showNotice(messages.saved)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.run()
  }
  return (
    <Panel title={messages.parts.settings}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={messages.name}
          value={edit.name}
          onChange={event => setEdit({ ...edit, name: event.target.value })}
          error={save.fieldErrors.name}
          maxLength={255}
          autoComplete="organization"
        />
        <SwitchField
          label={messages.approval}
          hint={messages.approvalHint}
          isOn={edit.is_guest_invite_requires_approval}
          onChange={isOn => setEdit({ ...edit, is_guest_invite_requires_approval: isOn })}
        />
        <Choice
          label={messages.publishing}
          hint={messages.publishingHint}
          value={settingOf(edit.settings, 'publishing')}
          onChange={event => {
            const value = event.target.value as SettingValue<'publishing'>
            setEdit({ ...edit, settings: withSetting(edit.settings, 'publishing', value) })
          }}
        >
          {organizationSettings.publishing.map(value => (
            <option key={value} value={value}>
              {messages.publishers[value]}
            </option>
          ))}
        </Choice>
        <SwitchField
          label={messages.secondFactor}
          hint={messages.secondFactorHint}
          isOn={settingOf(edit.settings, 'require_second_factor') === 'true'}
          onChange={isOn => {
            const value = isOn ? 'true' : 'false'
            setEdit({ ...edit, settings: withSetting(edit.settings, 'require_second_factor', value) })
          }}
        />
        <SwitchField
          label={messages.requireWhitelisting}
          hint={messages.requireWhitelistingHint}
          isOn={settingOf(edit.settings, 'require_whitelisting') === 'true'}
          onChange={isOn => {
            const value = isOn ? 'true' : 'false'
            setEdit({ ...edit, settings: withSetting(edit.settings, 'require_whitelisting', value) })
          }}
        />
        <MetadataFields
          metadata={edit.metadata}
          onChange={metadata => setEdit({ ...edit, metadata })}
          errors={save.fieldErrors}
        />
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
