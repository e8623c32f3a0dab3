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
import { SwitchField } from '../ui/switch-field.tsx'
import { Ago, Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { NewToken } from './new-token.tsx'
import { useTokenMessages } from './token-messages.ts'

export function PersonalTokens() {
  const { client } = useSession()
  const messages = useTokenMessages()
  const [made, setMade] = useState<Token | null>(null)
  const load = useLoad(async signal => (await client.tokens.list({ signal })).tokens, [])
  const workspaces = useWorkspaces()
  function show(token: Token) {
    setMade(token)
    load.reload()
  }
  return (
    <>
      <Panel title={messages.makeToken} lead={messages.makeTokenLead}>
        <NewToken workspaces={workspaces} onMade={show} />
        {made && (
          <SecretOnce title={messages.theToken(made.name)} secret={made.access_token ?? ''}>
            {messages.copyToken}
          </SecretOnce>
        )}
      </Panel>
      <Panel title={messages.myTokens}>
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

/** The workspaces that a token can be restricted to: those on the first page of the list. */
function useWorkspaces() {
  const { client } = useSession()
  const { loaded } = useLoad(
    async signal => (await client.users.listWorkspaces('me', { limit: 200 }, { signal })).workspaces,
    [],
  )
  return loaded.state === 'ready' ? loaded.value : []
}

function NoToken() {
  const messages = useTokenMessages()
  return (
    <Empty title={messages.noToken}>
      <p>
        {messages.noTokenHint[0]}
        <code>Authorization: Bearer &lt;token&gt;</code>
        {messages.noTokenHint[1]}
        <a href="#first-steps">{messages.noTokenHint[2]}</a>
        {messages.noTokenHint[3]}
      </p>
    </Empty>
  )
}

interface TokenRowProps {
  readonly token: Token
  /** The name of the workspace, if it gives access to only one. */
  readonly workspace: string | null
  readonly onGone: () => void
}

function TokenRow({ token, workspace, onGone }: TokenRowProps) {
  const { client } = useSession()
  const messages = useTokenMessages()
  const showNotice = useNotice()
  const [isAsking, setAsking] = useState(false)
  const [keep, setKeep] = useState(false)
  async function revoke() {
    await client.tokens.delete(token.id, { keep })
    showNotice(messages.revoked(token.name))
    onGone()
  }
  return (
    <li>
      <div className="row-what">
        <span className="row-name">
          {token.name}
          {workspace !== null && <span className="badge">{messages.only(workspace)}</span>}
        </span>
        <span className="row-note">{scopeNames(token, messages.scopeNames)}</span>
        {token.created_with && <span className="row-note">{messages.createdWith(token.created_with.name)}</span>}
        <TokenTimes token={token} />
      </div>
      <div className="row-actions">
        <Button variant="danger" onClick={() => setAsking(true)} aria-label={messages.revokeThis(token.name)}>
          {messages.revoke}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={messages.revokeAsk(token.name)}
          actionLabel={messages.revoke}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{messages.revokeHint}</p>
          <SwitchField label={messages.keep} hint={messages.keepHint} isOn={keep} onChange={setKeep} />
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
  const messages = useTokenMessages()
  return (
    <span className="row-note">
      {messages.made} <Day at={created_at} />,{' '}
      {expires_at === null ? (
        messages.endsNever
      ) : (
        <>
          {messages.ends} <Ago at={expires_at * 1000} />
        </>
      )}
      ,{' '}
      {last_used_at === null ? (
        messages.neverUsed
      ) : (
        <>
          {messages.lastUsed} <Ago at={last_used_at} />
        </>
      )}
    </span>
  )
}
