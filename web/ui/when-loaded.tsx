// Shows loading, error or loaded content of a `useLoad`.

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorMessage } from './error-message.tsx'
import { useUiMessages } from './ui-messages.ts'
import type { Load } from './use-load.ts'
import './when-loaded.css'

interface WhenLoadedProps<Value> {
  readonly load: Load<Value>
  /** The expected number of lines, which the placeholder reserves room for. */
  readonly lines?: number
  readonly children: (value: Value) => ReactNode
}

export function WhenLoaded<Value>({ load: { loaded, reload: again }, lines = 3, children }: WhenLoadedProps<Value>) {
  const messages = useUiMessages()
  if (loaded.state === 'ready')
    return <div className={loaded.isStale ? 'when-loaded is-stale' : 'when-loaded'}>{children(loaded.value)}</div>
  if (loaded.state === 'failed')
    return (
      <div className="when-failed">
        <ErrorMessage text={loaded.reason} />
        <Button onClick={again}>{messages.tryAgain}</Button>
      </div>
    )
  return (
    <div className="when-loading" role="status">
      <span className="visually-hidden">{messages.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={line} className="when-loading-line" />
      ))}
    </div>
  )
}
