// Shows an error with a retry button if a part of the documentation cannot be loaded. The navigation keeps working.

import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useDocsMessages } from './docs-messages.ts'

interface State {
  readonly reason: string | null
}

export class LoadBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { reason: null }

  static getDerivedStateFromError(error: unknown): State {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { reason } = this.state
    return reason === null ? this.props.children : <Failed reason={reason} />
  }
}

/** The browser remembers that a script failed to load, so a retry needs a new document. */
function Failed({ reason }: { reason: string }) {
  const messages = useDocsMessages()
  const { tryAgain } = useUiMessages()
  return (
    <div className="docs-waiting">
      <p role="alert">{messages.notRead(reason)}</p>
      <Button onClick={() => window.location.reload()}>{tryAgain}</Button>
    </div>
  )
}
