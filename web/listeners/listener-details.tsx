// One listener: its settings, actions, secret and deliveries.

import { type Listener, TesseraError } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'
import { usePolling } from '../ui/use-polling.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { Deliveries } from './deliveries.tsx'
import { formatEventTypes } from './event-choice.ts'
import { ListenerActions } from './listener-actions.tsx'
import { ListenerSecret } from './listener-secret.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { StateBadge, StateHint } from './state-badge.tsx'
import { type Sources, sourceName, sourcesIn, useSources } from './use-sources.ts'
import './listener-details.css'

const pollIntervalMs = 2_000

export function ListenerDetails({ id }: { id: string }) {
  const { client } = useSession()
  const messages = useListenersMessages()
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
  usePolling(async () => {
    const { delivery, status } = (await client.listeners.get(id)).listeners
    load.change(before => before && { ...before, status, ...(delivery ? { delivery } : {}) })
  }, pollIntervalMs)
  return (
    <>
      <p>
        <a href="#mine">{messages.back}</a>
      </p>
      <WhenLoaded load={load} lines={8}>
        {listener =>
          listener === null ? (
            <Empty title={messages.unknown}>
              <p>{messages.unknownHint}</p>
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
  const messages = useListenersMessages()
  const sourcesLoad = useSources()
  const sources = sourcesIn(sourcesLoad)
  const change = (next: Partial<Listener>) => load.change(before => before && { ...before, ...next })
  return (
    <>
      <Panel title={listener.url} lead={<StateHint listener={listener} />} actions={<StateBadge listener={listener} />}>
        <dl className="listener-facts">
          <div>
            <dt>{listener.workspaceId === null ? messages.organization : messages.workspace}</dt>
            <dd>
              <Source listener={listener} sources={sources} />
            </dd>
          </div>
          <div>
            <dt>{messages.events}</dt>
            <dd>{formatEventTypes(listener.eventTypes, messages)}</dd>
          </div>
          {listener.targetId && (
            <div>
              <dt>{messages.target}</dt>
              <dd>
                {listener.targetType} <code>{listener.targetId}</code>
              </dd>
            </div>
          )}
          {listener.created_with && (
            <div>
              <dt>{messages.creator}</dt>
              <dd>{messages.endsWith(listener.created_with.name)}</dd>
            </div>
          )}
        </dl>
        <ListenerActions listener={listener} sources={sources} onChange={change} />
      </Panel>
      <ListenerSecret listener={listener} onChange={change} />
      <Deliveries listener={listener} sources={sources} onNewWorkspace={sourcesLoad.reload} />
    </>
  )
}

function Source({ listener, sources }: { listener: Listener; sources: Sources }) {
  const messages = useListenersMessages()
  const name = sourceName(listener, sources)
  if (listener.workspaceId === null)
    return <a href={`/organization#${listener.organizationId}`}>{messages.allOf(name)}</a>
  return <a href={`/w/${listener.workspaceId}`}>{name}</a>
}
