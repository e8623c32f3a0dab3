// Personal access tokens: created for a script, shown once, revoked when no longer needed.

import type { Token } from '@tessera/client'
import { type Scope, scopes } from '@tessera/contract/scopes'
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
import { useTokenWords } from './token-words.ts'

export function PersonalTokens() {
  const { client } = useSession()
  const words = useTokenWords()
  const [made, setMade] = useState<Token | null>(null)
  const load = useLoad(async signal => (await client.tokens.list({ signal })).tokens, [])
  const workspaces = useWorkspaces()
  function show(token: Token) {
    setMade(token)
    load.reload()
  }
  return (
    <>
      <Panel title={words.makeToken} lead={words.makeTokenLead}>
        <NewToken workspaces={workspaces} onMade={show} />
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
              <NoToken />
            ) : (
              <ul className="rows">
                {tokens.map(token => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    workspace={workspaces.find(one => one.uid === token.workspace_id)?.name ?? token.workspace_id}
                    onGone={() => {
                      load.reload()
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

/** Those that a token can be restricted to, as far as they fit into a list. */
function useWorkspaces() {
  const { client } = useSession()
  const { loaded } = useLoad(
    async signal => (await client.users.listWorkspaces('me', { limit: 200 }, { signal })).workspaces,
    [],
  )
  return loaded.state === 'ready' ? loaded.value : []
}

function NoToken() {
  const words = useTokenWords()
  return (
    <Empty title={words.noToken}>
      <p>
        {words.noTokenHint[0]}
        <code>Authorization: Bearer &lt;token&gt;</code>
        {words.noTokenHint[1]}
        <a href="#first-steps">{words.noTokenHint[2]}</a>
        {words.noTokenHint[3]}
      </p>
    </Empty>
  )
}

interface TokenRowProps {
  readonly token: Token
  /** The name of the only workspace that it gives access to. */
  readonly workspace: string | null
  readonly onGone: () => void
}

function TokenRow({ token, workspace, onGone }: TokenRowProps) {
  const { client } = useSession()
  const words = useTokenWords()
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
        <span className="row-name">
          {token.name}
          {workspace !== null && <span className="badge">{words.only(workspace)}</span>}
        </span>
        <span className="row-note">{scopeNames(token, words.scopeNames)}</span>
        <TokenTimes token={token} />
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

const scopeNames = ({ scope }: Token, names: Readonly<Record<Scope, string>>) =>
  scopes
    .filter(one => scope.split(' ').includes(one))
    .map(one => names[one])
    .join(', ')

function TokenTimes({ token: { created_at, expires_at, last_used_at } }: { token: Token }) {
  const words = useTokenWords()
  return (
    <span className="row-note">
      {words.made} <Day at={created_at} />,{' '}
      {expires_at === null ? (
        words.endsNever
      ) : (
        <>
          {words.ends} <Ago at={expires_at * 1000} />
        </>
      )}
      ,{' '}
      {last_used_at === null ? (
        words.neverUsed
      ) : (
        <>
          {words.lastUsed} <Ago at={last_used_at} />
        </>
      )}
    </span>
  )
}
