// The method of an operation as a small tile, one colour each.

import './method-badge.css'

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={`method-badge method-badge-${method.toLowerCase()}`}>{method === 'DELETE' ? 'DEL' : method}</span>
  )
}
