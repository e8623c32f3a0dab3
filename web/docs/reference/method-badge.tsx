// The HTTP method of an operation as a badge, with one color per method.

import './method-badge.css'

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={`method-badge method-badge-${method.toLowerCase()}`}>{method === 'DELETE' ? 'DEL' : method}</span>
  )
}
