// From page to page of a list.

import { Button } from './button.tsx'
import './pager.css'

interface PagerProps {
  readonly page: { readonly total: number; readonly limit: number; readonly offset: number; readonly size: number }
  readonly onGo: (offset: number) => void
}

export function Pager({ page: { total, limit, offset, size }, onGo }: PagerProps) {
  if (total <= limit && offset === 0) return null
  return (
    <nav className="pager" aria-label="Pages">
      <Button onClick={() => onGo(Math.max(0, offset - limit))} disabled={offset === 0}>
        Previous
      </Button>
      <span role="status">
        {size === 0 ? 'Nothing here' : `${offset + 1}–${offset + size}`} of {total}
      </span>
      <Button onClick={() => onGo(offset + limit)} disabled={offset + size >= total}>
        Next
      </Button>
    </nav>
  )
}
