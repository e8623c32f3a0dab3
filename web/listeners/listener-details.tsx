// One listener: its settings, actions, secret and deliveries.

import { type Listener, TesseraError } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { Deliveries } from './deliveries.tsx'
import { formatEventTypes } from './event-choice.ts'
import { ListenerActions } from './listener-actions.tsx'
import { ListenerSecret } from './listener-secret.tsx'
import { useListenersWords } from './listeners-words.ts'
import { StateBadge, stateOf } from './state-badge.tsx'
import { namesIn, useBoardNames } from './use-board-names.ts'
import './listener-details.css'

export function ListenerDetails({ id }: { id: string }) {
  const { client } = useSession()
  const words = useListenersWords()
  const load = useLoad(
    async signal => {
      try {
        return (await client.listeners.get(id, { signal })).listeners
      } catch (failure) {
        if (failure instanceof TesseraError && failure.status === 404) return null
        throw failure
      }
    },
    [id],
  )
  return (
    <>
      <p>
        <a href="#mine">{words.back}</a>
      </p>
      <WhenLoaded load={load} lines={8}>
        {listener =>
          listener === null ? (
            <Empty title={words.unknown}>
              <p>{words.unknownHint}</p>
            </Empty>
          ) : (
            <Shown listener={listener} load={load} />
          )
        }
      </WhenLoaded>
    </>
  )
}

function Shown({ listener, load }: { listener: Listener; load: Load<Listener | null> }) {
  const words = useListenersWords()
  const names = namesIn(useBoardNames())
  const change = (next: Partial<Listener>) => load.change(before => before && { ...before, ...next })
  return (
    <>
      <Panel
        title={listener.url}
        lead={words.stateHints[stateOf(listener)]}
        actions={<StateBadge listener={listener} />}
      >
        <dl className="listener-facts">
          <div>
            <dt>{words.workspace}</dt>
            <dd>
              <a href={`/w/${listener.workspaceId}`}>{names.get(listener.workspaceId) ?? listener.workspaceId}</a>
            </dd>
          </div>
          <div>
            <dt>{words.events}</dt>
            <dd>{formatEventTypes(listener.eventTypes, words)}</dd>
          </div>
          {listener.targetId && (
            <div>
              <dt>{words.target}</dt>
              <dd>
                {listener.targetType} <code>{listener.targetId}</code>
              </dd>
            </div>
          )}
        </dl>
        <ListenerActions listener={listener} boards={names} onChange={change} />
      </Panel>
      <ListenerSecret listener={listener} onChange={change} />
      <Deliveries listener_id={listener.id} />
    </>
  )
}
