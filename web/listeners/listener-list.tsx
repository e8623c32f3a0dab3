// All listeners of the user, and a button to create one.

import type { Listener } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { useLoad } from '../ui/use-load.ts'
import { usePolling } from '../ui/use-polling.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { formatEventTypes } from './event-choice.ts'
import { ListenerForm } from './listener-form.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { StateBadge } from './state-badge.tsx'
import { sourceName, sourcesIn, useSources } from './use-sources.ts'

const pollIntervalMs = 5_000

export function ListenerList() {
  const { client } = useSession()
  const messages = useListenersMessages()
  const showNotice = useNotice()
  const sources = sourcesIn(useSources())
  const [isCreating, setCreating] = useState(false)
  const load = useLoad(async signal => (await client.listeners.list({}, { signal })).listeners, [])
  const describeSource = (listener: Listener) =>
    listener.workspaceId === null ? messages.allOf(sourceName(listener, sources)) : sourceName(listener, sources)
  usePolling(async () => {
    const { listeners } = await client.listeners.list()
    load.change(() => listeners)
  }, pollIntervalMs)
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      {messages.create}
    </Button>
  )
  return (
    <Panel title={messages.mine} actions={create}>
      <WhenLoaded load={load}>
        {listeners =>
          listeners.length === 0 ? (
            <Empty title={messages.none}>
              <p>{messages.noneHint}</p>
            </Empty>
          ) : (
            <ul className="rows">
              {listeners.map(listener => (
                <li key={listener.id}>
                  <div className="row-what">
                    <span className="row-name">
                      <a href={`#${listener.id}`}>{listener.url}</a>
                    </span>
                    <span className="row-note">
                      {describeSource(listener)} · {formatEventTypes(listener.eventTypes, messages)}
                    </span>
                    {listener.created_with && (
                      <span className="row-note">{messages.createdWith(listener.created_with.name)}</span>
                    )}
                  </div>
                  <StateBadge listener={listener} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {isCreating && (
        <ListenerForm
          sources={sources}
          onSaved={({ id }) => {
            showNotice(messages.created)
            window.location.hash = id
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Panel>
  )
}
