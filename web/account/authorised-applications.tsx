// The applications that act for the person, and the way to stop one.

import type { Authorization } from '@tessera/client'
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

export function AuthorisedApplications() {
  const { client } = useSession()
  const load = useLoad(async signal => (await client.authorizations.list({ signal })).authorizations, [])
  return (
    <Panel title="Applications that act for you" lead="Each can do whatever you can do, until you stop it.">
      <WhenLoaded load={load} lines={2}>
        {authorizations =>
          authorizations.length === 0 ? (
            <Empty title="No application acts for you">
              <p>When you press Allow on the page of an application, it appears here.</p>
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
  const say = useNotice()
  const [isAsking, setAsking] = useState(false)
  const { name, owner, client_id, created_at, last_granted_at } = authorization
  async function revoke() {
    await client.authorizations.delete(client_id)
    say(`${name} can no longer act for you`)
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">
          By {nameOf(owner)}, allowed <Day at={created_at} />, last <Ago at={last_granted_at} />
        </span>
      </div>
      <div className="row-actions">
        <Button look="danger" onClick={() => setAsking(true)} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog title={`Revoke ${name}?`} deed="Revoke" onConfirm={revoke} onClose={() => setAsking(false)}>
          <p>It loses access to your account at once. You can allow it again later.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
