// Personal access tokens: created for a script, shown once, revoked when no longer needed.

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
import { useDevelopersWords } from './developers-words.ts'
import { NewToken } from './new-token.tsx'

export function PersonalTokens() {
  const { client } = useSession()
  const words = useDevelopersWords()
  const [made, setMade] = useState<Token | null>(null)
  const load = useLoad(async signal => (await client.tokens.list({ signal })).tokens, [])
  function show(token: Token) {
    setMade(token)
    load.reload()
  }
  return (
    <>
      <Panel title={words.makeToken} lead={words.makeTokenLead}>
        <NewToken onMade={show} />
        {made && (
          <SecretOnce title={words.theToken(made.name)} secret={made.access_token ?? ''}>
            {words.copyToken}
          </SecretOnce>
        )}
      </Panel>
      <Panel title={words.myTokens}>
        <WhenLoaded load={load} lines={2}>
          {tokens =>
            tokens.length === 0 ? (
              <Empty title={words.noToken}>
                <p>
                  {words.noTokenHint[0]}
                  <code>Authorization: Bearer &lt;token&gt;</code>
                  {words.noTokenHint[1]}
                  <a href="#first-steps">{words.noTokenHint[2]}</a>
                  {words.noTokenHint[3]}
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
  const words = useDevelopersWords()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  async function revoke() {
    await client.tokens.delete(token.id)
    showNotice(words.revoked(token.name))
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{token.name}</span>
        <span className="row-note">
          {words.made} <Day at={token.created_at} />, {words.ends} <Ago at={token.expires_at * 1000} />
        </span>
      </div>
      <div className="row-actions">
        <Button look="danger" onClick={() => setAsking(true)} aria-label={words.revokeThis(token.name)}>
          {words.revoke}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.revokeAsk(token.name)}
          actionLabel={words.revoke}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{words.revokeHint}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
