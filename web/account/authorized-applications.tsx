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
import { Ago, Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useAccountWords } from './account-words.ts'

export function AuthorizedApplications() {
  const { client } = useSession()
  const words = useAccountWords()
  const load = useLoad(async signal => (await client.authorizations.list({ signal })).authorizations, [])
  return (
    <Panel title={words.authorized} lead={words.authorizedLead}>
      <WhenLoaded load={load} lines={2}>
        {authorizations =>
          authorizations.length === 0 ? (
            <Empty title={words.noApplication}>
              <p>{words.noApplicationHint}</p>
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
  const words = useAccountWords()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  const { name, owner, client_id, created_at, last_granted_at, scope } = authorization
  const allowed = scopes.filter(one => scope.split(' ').includes(one)).map(one => words.scopeNames[one])
  async function revoke() {
    await client.authorizations.delete(client_id)
    showNotice(words.revoked(name))
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">{allowed.join(', ')}</span>
        <span className="row-note">
          {owner ? words.allowedBy(nameOf(owner)) : words.allowedItself} <Day at={created_at} />, {words.last}{' '}
          <Ago at={last_granted_at} />
        </span>
      </div>
      <div className="row-actions">
        <Button look="danger" onClick={() => setAsking(true)} aria-label={words.revokeThis(name)}>
          {words.revoke}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.revokeTitle(name)}
          actionLabel={words.revoke}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{words.revokeLead}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
