// Personal access tokens: made for a script, seen once, revoked when it is done.

import type { Token } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'
import { Ago, Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { NewToken } from './new-token.tsx'

export function PersonalTokens() {
  const { client } = useSession()
  const [made, setMade] = useState<Token | null>(null)
  const load = useLoad(async signal => (await client.tokens.list({ signal })).tokens, [])
  function show(token: Token) {
    setMade(token)
    load.again()
  }
  return (
    <>
      <Panel
        title="Make a personal token"
        lead="For a script of your own. It carries your rights, for as many days as you say, 15 at most."
      >
        <NewToken onMade={show} />
        {made && (
          <SecretOnce title={`The token “${made.name}”`} secret={made.access_token ?? ''}>
            Copy it now: it will not be shown again.
          </SecretOnce>
        )}
      </Panel>
      <Panel title="My personal tokens">
        <WhenLoaded load={load} lines={2}>
          {tokens =>
            tokens.length === 0 ? (
              <Empty title="No personal token">
                <p>
                  A token goes into the header of a request: <code>Authorization: Bearer &lt;token&gt;</code>. The{' '}
                  <a href="#first-steps">first steps</a> show one at work.
                </p>
              </Empty>
            ) : (
              <ul className="rows">
                {tokens.map(token => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    onGone={() => {
                      load.change(all => all.filter(one => one.id !== token.id))
                      if (made?.id === token.id) setMade(null)
                    }}
                  />
                ))}
              </ul>
            )
          }
        </WhenLoaded>
      </Panel>
    </>
  )
}

function TokenRow({ token, onGone }: { token: Token; onGone: () => void }) {
  const { client } = useSession()
  const say = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function revoke() {
    await client.tokens.delete(token.id)
    say(`The token “${token.name}” was revoked`)
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{token.name}</span>
        <span className="row-note">
          Made <Day at={token.created_at} />, ends <Ago at={token.expires_at * 1000} />
        </span>
      </div>
      <div className="row-actions">
        <Button look="danger" onClick={() => setAsking(true)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke “${token.name}”?`}
          deed="Revoke"
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>Whatever uses this token is refused from now on.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
