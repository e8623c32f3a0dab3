// Shows the connection state, and whether all changes are saved.

import { useEffect } from 'react'
import { useLiveState, usePending } from '../../state/live-hooks.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function ConnectionPill() {
  const messages = useWorkspaceMessages().connection
  const state = useLiveState()
  const { pending, isKept } = usePending()
  useEffect(() => {
    if (pending === 0 || isKept) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [pending, isKept])
  const status = state === 'live' && pending > 0 ? 'pending' : state
  const text = state === 'offline' && pending > 0 ? messages.waiting(pending) : messages[status]
  return (
    <span className={`connection connection-${status}`} role="status" data-kept={isKept}>
      <span className="connection-dot" />
      <span>{text}</span>
    </span>
  )
}
