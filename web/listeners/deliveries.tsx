// The delivery attempts of a listener with request and response. They can be resent, and new ones appear by polling.

import type { Listener, Operations } from '@tessera/client'
import type { ReplyOf } from '@tessera/contract'
import { useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Badge, Empty, Panel } from '../ui/panel.tsx'
import { prettyJson } from '../ui/pretty-json.ts'
import { Ago } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useLoad } from '../ui/use-load.ts'
import { usePolling } from '../ui/use-polling.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import type { Sources } from './use-sources.ts'

type Page = ReplyOf<Operations['listeners']['listDeliveries']>
type Delivery = Page['deliveries'][number]

const pollIntervalMs = 2_000
const limit = 20

interface DeliveriesProps {
  readonly listener: Listener
  readonly sources: Sources
  /** Called if there are deliveries of a workspace that was created meanwhile. */
  readonly onNewWorkspace: () => void
}

export function Deliveries({ listener, sources, onNewWorkspace }: DeliveriesProps) {
  const { id: listener_id } = listener
  const { client } = useSession()
  const messages = useListenersMessages()
  const load = useLoad<Page>(
    signal => client.listeners.listDeliveries(listener_id, { limit }, { signal }),
    [listener_id],
  )
  const { change } = load
  const known = useRef(new Set<string>())
  usePolling(async () => {
    const newest = await client.listeners.listDeliveries(listener_id, { limit })
    change(before => withNewest(before, newest))
    for (const { workspaceId } of newest.deliveries) {
      if (workspaceId === null || known.current.has(workspaceId)) continue
      known.current.add(workspaceId)
      if (!sources.workspaces.has(workspaceId)) onNewWorkspace()
    }
  }, pollIntervalMs)
  const more = useAction(async (cursor: string) => {
    const older = await client.listeners.listDeliveries(listener_id, { limit, cursor })
    change(before => ({ ...older, deliveries: [...before.deliveries, ...older.deliveries] }))
  })
  return (
    <Panel title={messages.deliveries} lead={messages.deliveriesLead}>
      <WhenLoaded load={load}>
        {({ deliveries, next_cursor }) => (
          <>
            {deliveries.length === 0 ? (
              <Empty title={messages.noDeliveries}>
                <p>{messages.noDeliveriesHint}</p>
              </Empty>
            ) : (
              <ul className="deliveries">
                {deliveries.map(delivery => (
                  <li key={delivery.id}>
                    <DeliveryRow {...{ delivery, listener, sources }} />
                  </li>
                ))}
              </ul>
            )}
            {next_cursor && (
              <div className="form-actions">
                <Button onClick={() => more.run(next_cursor)} disabled={more.isBusy}>
                  {messages.more}
                </Button>
              </div>
            )}
            <ErrorMessage text={more.error} />
          </>
        )}
      </WhenLoaded>
    </Panel>
  )
}

/** Puts new deliveries before the visible ones. */
function withNewest(before: Page, newest: Page): Page {
  const known = new Set(before.deliveries.map(({ id }) => id))
  const added = newest.deliveries.filter(({ id }) => !known.has(id))
  // A full page of new ones may leave a gap, so the list starts over.
  if (added.length === limit) return newest
  return added.length === 0 ? before : { ...before, deliveries: [...added, ...before.deliveries] }
}

interface DeliveryRowProps {
  readonly delivery: Delivery
  readonly listener: Listener
  readonly sources: Sources
}

function DeliveryRow({ delivery, listener, sources }: DeliveryRowProps) {
  const messages = useListenersMessages()
  const [isOpen, setOpen] = useState(false)
  const { event, state, response, attempt, cause, duration_ms, created_at, workspaceId } = delivery
  // Only a listener of an organization has deliveries of several workspaces.
  const workspace = listener.workspaceId === null && workspaceId !== null ? workspaceId : null
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <Badge variant={state === 'delivered' ? 'good' : 'wait'}>
          {state === 'delivered' ? messages.delivered : messages.failed}
        </Badge>
        <code>{event.type}</code>
        <span className="row-note">
          {[
            workspace === null ? '' : (sources.workspaces.get(workspace) ?? workspace),
            event.seq > 0 ? `#${event.seq}` : '',
            response ? String(response.status) : messages.noAnswer,
            messages.milliseconds(duration_ms),
            attempt > 1 ? messages.attempt(attempt) : '',
            messages.causes[cause],
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Ago at={created_at} />
      </summary>
      {isOpen && <Exchange delivery={delivery} listener_id={listener.id} />}
    </details>
  )
}

function Exchange({ delivery, listener_id }: { delivery: Delivery; listener_id: string }) {
  const { client } = useSession()
  const messages = useListenersMessages()
  const showNotice = useNotice()
  const { id, event, request, response, error } = delivery
  const again = useAction(async () => {
    await client.listeners.redeliver(listener_id, id)
    showNotice(messages.sentAgain)
  })
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  const body = request.body === null ? messages.hiddenBody : prettyJson(JSON.parse(request.body))
  return (
    <div className="delivery">
      {error && <p className="delivery-error">{error}</p>}
      <CodeBlock label={messages.request} code={[`POST ${request.url}`, ...headers, '', body].join('\n')} />
      {response && (
        <CodeBlock
          label={messages.response}
          code={[String(response.status), '', response.body || messages.emptyBody].join('\n')}
        />
      )}
      <div className="form-actions">
        <Button onClick={() => again.run()} disabled={again.isBusy} aria-label={messages.sendAgainThis(event.type)}>
          {messages.sendAgain}
        </Button>
      </div>
      <ErrorMessage text={again.error} />
    </div>
  )
}
