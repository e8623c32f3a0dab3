// A section of a page with a heading and actions.

import { type ReactNode, useId } from 'react'
import './panel.css'

interface PanelProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly variant?: 'plain' | 'danger'
  readonly children?: ReactNode
}

export function Panel({ title, lead, actions, variant = 'plain', children }: PanelProps) {
  const id = useId()
  return (
    <section className={`panel panel-${variant}`} aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="panel-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** The empty state of a list: what would be here, and how to add it. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <span className="empty-tiles" aria-hidden="true" />
    <p className="empty-title">{title}</p>
    {children}
  </div>
)

export const Badge = ({
  variant = 'plain',
  children,
}: {
  variant?: 'plain' | 'good' | 'wait'
  children: ReactNode
}) => <span className={`badge badge-${variant}`}>{children}</span>
