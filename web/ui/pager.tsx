// Previous and next page of a list.

import { Button } from './button.tsx'
import { useUiMessages } from './ui-messages.ts'
import './pager.css'

interface PagerProps {
  readonly page: { readonly total: number; readonly limit: number; readonly offset: number; readonly size: number }
  readonly onGo: (offset: number) => void
}

export function Pager({ page: { total, limit, offset, size }, onGo }: PagerProps) {
  const messages = useUiMessages()
  if (total <= limit && offset === 0) return null
  return (
    <nav className="pager" aria-label={messages.pages}>
      <Button onClick={() => onGo(Math.max(0, offset - limit))} disabled={offset === 0}>
        {messages.previous}
      </Button>
      <span role="status">{messages.pageOf(offset + 1, offset + size, total)}</span>
      <Button onClick={() => onGo(offset + limit)} disabled={offset + size >= total}>
        {messages.next}
      </Button>
    </nav>
  )
}
