// The frame of every signed-in page: the top bar with the account menu, the title and the parts of the page.

import { type ReactNode, useEffect, useRef } from 'react'
import { useHash } from '../ui/hash.ts'
import { NoticesProvider } from '../ui/notices.tsx'
import { useScrolledRow } from '../ui/scrolled-row.ts'
import { TopBar } from '../ui/top-bar.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useSessionMessages } from './session-messages.ts'
import './shell.css'

export interface Part {
  /** The hash of the URL that shows it. */
  readonly hash: string
  readonly label: string
  readonly count?: number
}

interface ShellProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Actions beside the title. */
  readonly actions?: ReactNode
  readonly parts?: readonly Part[]
  /** The hash of the part that is shown. */
  readonly current?: string
  readonly width?: 'text' | 'wide'
  readonly children: ReactNode
}

export function Shell({ title, lead, actions, width = 'text', parts = [], current = '', children }: ShellProps) {
  const messages = useSessionMessages()
  const part = parts.find(one => one.hash === current)
  useArrival(useHash())
  useEffect(() => {
    document.title = [part?.label, title, 'Tessera'].filter(Boolean).join(' · ')
  }, [part?.label, title])
  return (
    <NoticesProvider>
      <button type="button" className="shell-skip" onClick={() => document.getElementById('content')?.focus()}>
        {messages.skip}
      </button>
      <TopBar after={<AccountMenu />} />
      <main className={`shell-main shell-${width}`} id="content" tabIndex={-1}>
        <header className="shell-header">
          <div>
            <h1 className="shell-title">{title}</h1>
            {lead && <p className="shell-lead">{lead}</p>}
          </div>
          {actions && <div className="shell-actions">{actions}</div>}
        </header>
        {parts.length > 0 && <Parts title={title} parts={parts} current={current} />}
        {children}
      </main>
    </NoticesProvider>
  )
}

function Parts({ title, parts, current }: { title: string; parts: readonly Part[]; current: string }) {
  const list = useRef<HTMLElement>(null)
  useScrolledRow(list, '[aria-current]', current)
  return (
    <nav className="shell-parts scrolled-row" aria-label={title} ref={list}>
      {parts.map(({ hash, label, count }) => (
        <a key={hash} href={`#${hash}`} aria-current={hash === current ? 'page' : undefined}>
          {label}
          {count ? <span className="shell-count">{count}</span> : null}
        </a>
      ))}
    </nav>
  )
}

/** Scrolls to the top when the part changes, and moves the keyboard focus to the content. */
function useArrival(hash: string): void {
  const before = useRef(hash)
  useEffect(() => {
    if (before.current === hash) return
    before.current = hash
    window.scrollTo(0, 0)
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [hash])
}
