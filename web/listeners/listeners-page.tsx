// The listeners of the user, their deliveries, and how to verify signatures.

import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { ListenerDetails } from './listener-details.tsx'
import { ListenerList } from './listener-list.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { SignatureHelp } from './signature-help.tsx'

export function ListenersPage() {
  const messages = useListenersMessages()
  const hash = useHash()
  const parts = [
    { hash: 'mine', label: messages.mine },
    { hash: 'verify', label: messages.verify },
  ]
  const current = hash === 'verify' ? 'verify' : 'mine'
  return (
    <Shell title={messages.title} lead={messages.lead} parts={parts} current={current}>
      {current === 'verify' ? (
        <SignatureHelp />
      ) : hash === '' || hash === 'mine' ? (
        <ListenerList />
      ) : (
        <ListenerDetails key={hash} id={hash} />
      )}
    </Shell>
  )
}
