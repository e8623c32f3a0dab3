// The active sessions of the user. Ending the session of this page signs out.

import type { Session } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Badge, Panel } from '../ui/panel.tsx'
import { Ago, Day } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useAccountMessages } from './account-messages.ts'
import { browserName } from './browser-name.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'

export function Sessions() {
  const { client } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const load = useLoad(async signal => (await client.sessions.list({ signal })).sessions, [])
  const hasOthers = load.loaded.state === 'ready' && load.loaded.value.some(session => !session.is_current)
  const [isAsking, setAsking] = useState(false)
  function showEnded() {
    load.change(all => all.filter(session => session.is_current))
    showNotice(messages.othersEnded)
  }
  const actions = hasOthers && <Button onClick={() => setAsking(true)}>{messages.endOthers}</Button>
  return (
    <Panel title={messages.sessions} lead={messages.sessionsLead} actions={actions}>
      {isAsking && <EndSessionsDialog onEnded={showEnded} onClose={() => setAsking(false)} />}
      <WhenLoaded load={load} lines={2}>
        {sessions => (
          <ul className="rows">
            {sessions.map(session => (
              <SessionRow
                key={session.id}
                session={session}
                onEnded={() => load.change(all => all.filter(one => one.id !== session.id))}
              />
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Panel>
  )
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { client } = useSession()
  const messages = useAccountMessages()
  const showNotice = useNotice()
  const name = browserName(session, messages)
  const end = useAction(async () => {
    await client.sessions.delete(session.id)
    showNotice(messages.ended(name))
    onEnded()
  })
  return (
    <li>
      <div className="row-what">
        <span className="row-name">
          {name}
          {session.is_current && <Badge variant="good">{messages.thisBrowser}</Badge>}
        </span>
        <span className="row-note">
          {session.address}, {messages.seen} <Ago at={session.last_seen_at} />, {messages.signedIn}{' '}
          <Day at={session.created_at} />
        </span>
      </div>
      {!session.is_current && (
        <div className="row-actions">
          <Button onClick={() => end.run()} disabled={end.isBusy} aria-label={messages.endThis(name)}>
            {end.isBusy ? messages.ending : messages.end}
          </Button>
        </div>
      )}
      <div className="row-fault">
        <ErrorMessage text={end.error} />
      </div>
    </li>
  )
}
