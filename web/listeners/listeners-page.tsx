// The listeners of the user, their deliveries, and how to verify signatures.

import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { ListenerDetails } from './listener-details.tsx'
import { ListenerList } from './listener-list.tsx'
import { useListenersWords } from './listeners-words.ts'
import { SignatureHelp } from './signature-help.tsx'

export function ListenersPage() {
  const words = useListenersWords()
  const hash = useHash()
  const parts = [
    { hash: 'mine', label: words.mine },
    { hash: 'verify', label: words.verify },
  ]
  const current = hash === 'verify' ? 'verify' : 'mine'
  return (
    <Shell title={words.title} lead={words.lead} parts={parts} current={current}>
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
