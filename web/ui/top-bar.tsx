// The bar at the top of every page: logo, links and theme toggle.

import type { ReactNode } from 'react'
import markUrl from './mark.svg'
import { ThemeToggle } from './theme-toggle.tsx'
import './top-bar.css'

interface TopBarProps {
  readonly before?: ReactNode
  readonly children?: ReactNode
  /** At the end, after the theme toggle. */
  readonly after?: ReactNode
}

export function TopBar({ before, children, after }: TopBarProps) {
  return (
    <header className="top-bar">
      {before}
      <a className="top-bar-home" href="/">
        <img src={markUrl} alt="" width="24" height="24" />
        Tessera
      </a>
      <div className="top-bar-rest">
        {children}
        <ThemeToggle />
        {after}
      </div>
    </header>
  )
}
