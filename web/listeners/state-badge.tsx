// Whether a listener is active, paused or suspended.

import type { Listener } from '@tessera/client'
import { Badge } from '../ui/panel.tsx'
import { useListenersWords } from './listeners-words.ts'

export const stateOf = ({ status }: Pick<Listener, 'status'>) => status[0] ?? 'ACTIVE'

const looks = { ACTIVE: 'good', IN_ACTIVE: 'plain', SUSPENDED: 'wait' } as const

export function StateBadge({ listener }: { listener: Listener }) {
  const words = useListenersWords()
  const state = stateOf(listener)
  return <Badge look={looks[state]}>{words.states[state]}</Badge>
}
