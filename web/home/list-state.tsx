// The loading and error states of a paged list.

import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import type { Pages } from './use-pages.ts'
import './list-state.css'

export function WhenRead({ pages, children }: { pages: Omit<Pages<unknown>, 'change'>; children: ReactNode }) {
  const messages = useUiMessages()
  if (pages.state === 'ready')
    return <div className={pages.isStale ? 'when-read is-stale' : 'when-read'}>{children}</div>
  if (pages.state === 'failed')
    return (
      <div className="when-read-failed">
        <ErrorMessage text={pages.reason} />
        <Button onClick={pages.again}>{messages.tryAgain}</Button>
      </div>
    )
  return (
    <div className="workspace-grid" role="status">
      <span className="visually-hidden">{messages.loading}</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} className="when-read-card" />
      ))}
    </div>
  )
}
