// Whether a listener is active, failing, paused or suspended, and when a failed delivery is tried again.

import type { Listener } from '@tessera/client'
import { Badge } from '../ui/panel.tsx'
import { Until } from '../ui/times.tsx'
import { useListenersMessages } from './listeners-messages.ts'

export const stateOf = ({ status }: Pick<Listener, 'status'>) => status[0] ?? 'ACTIVE'

type ListenerState = Pick<Listener, 'status' | 'delivery'>

/** An active listener whose next event could not be delivered yet is failing. */
const shownState = (listener: ListenerState) =>
  stateOf(listener) === 'ACTIVE' && (listener.delivery?.attempts ?? 0) > 0 ? 'FAILING' : stateOf(listener)

const variants = { ACTIVE: 'good', FAILING: 'wait', IN_ACTIVE: 'plain', SUSPENDED: 'wait' } as const

export function StateBadge({ listener }: { listener: ListenerState }) {
  const messages = useListenersMessages()
  const state = shownState(listener)
  return <Badge variant={variants[state]}>{messages.states[state]}</Badge>
}

export function StateHint({ listener }: { listener: ListenerState }) {
  const messages = useListenersMessages()
  const state = shownState(listener)
  if (state !== 'FAILING') return messages.stateHints[state]
  const { attempts = 0, next_attempt_at = null } = listener.delivery ?? {}
  return (
    <>
      {messages.failing(attempts)}{' '}
      {next_attempt_at !== null && (
        <>
          {messages.nextAttempt} <Until at={next_attempt_at} />.
        </>
      )}
    </>
  )
}
