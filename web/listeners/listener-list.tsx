// All listeners of the user, and a button to create one.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { formatEventTypes } from './event-choice.ts'
import { ListenerForm } from './listener-form.tsx'
import { useListenersWords } from './listeners-words.ts'
import { StateBadge } from './state-badge.tsx'
import { namesIn, useBoardNames } from './use-board-names.ts'

export function ListenerList() {
  const { client } = useSession()
  const words = useListenersWords()
  const showNotice = useNotice()
  const boards = useBoardNames()
  const names = namesIn(boards)
  const [isCreating, setCreating] = useState(false)
  const load = useLoad(async signal => (await client.listeners.list({}, { signal })).listeners, [])
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <Panel title={words.mine} actions={create}>
      <WhenLoaded load={load}>
        {listeners =>
          listeners.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
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
                      {names.get(listener.workspaceId) ?? listener.workspaceId} ·{' '}
                      {formatEventTypes(listener.eventTypes, words)}
                    </span>
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
          boards={names}
          onSaved={({ id }) => {
            showNotice(words.created)
            window.location.hash = id
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Panel>
  )
}
