// The applications that can act for the user, with a button to revoke each.

import type { Authorization } from '@tessera/client'
import { scopes } from '@tessera/contract/scopes'
import { useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { Ago, Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useAccountMessages } from './account-messages.ts'

export function AuthorizedApplications() {
  const { client } = useSession()
  const messages = useAccountMessages()
  const load = useLoad(async signal => (await client.authorizations.list({ signal })).authorizations, [])
  return (
    <Panel title={messages.authorized} lead={messages.authorizedLead}>
      <WhenLoaded load={load} lines={2}>
        {authorizations =>
          authorizations.length === 0 ? (
            <Empty title={messages.noApplication}>
              <p>{messages.noApplicationHint}</p>
            </Empty>
          ) : (
            <ul className="rows">
              {authorizations.map(one => (
                <AuthorizationRow
                  key={one.client_id}
                  authorization={one}
                  onGone={() => load.change(all => all.filter(other => other !== one))}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Panel>
  )
}

function AuthorizationRow({ authorization, onGone }: { authorization: Authorization; onGone: () => void }) {
  const { client } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  const [keep, setKeep] = useState(false)
  const { name, owner, client_id, created_at, last_granted_at, scope } = authorization
  const allowed = scopes.filter(one => scope.split(' ').includes(one)).map(one => messages.scopeNames[one])
  async function revoke() {
    await client.authorizations.delete(client_id, { keep })
    showNotice(messages.revoked(name))
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">{allowed.join(', ')}</span>
        <span className="row-note">
          {owner ? messages.allowedBy(nameOf(owner)) : messages.allowedItself} <Day at={created_at} />, {messages.last}{' '}
          <Ago at={last_granted_at} />
        </span>
      </div>
      <div className="row-actions">
        <Button variant="danger" onClick={() => setAsking(true)} aria-label={messages.revokeThis(name)}>
          {messages.revoke}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={messages.revokeTitle(name)}
          actionLabel={messages.revoke}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{messages.revokeLead}</p>
          <SwitchField label={messages.keep} hint={messages.keepHint} isOn={keep} onChange={setKeep} />
        </ConfirmDialog>
      )}
    </li>
  )
}
