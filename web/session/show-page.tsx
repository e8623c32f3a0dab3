// Mounts a signed-in page.

import '../ui/tokens.css'
import '../ui/ui-font.css'
import '../ui/base.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../ui/theme.ts'
import { SessionProvider } from './session.tsx'
import './shell.css'

export function showPage(title: string, page: ReactNode): void {
  startTheme()
  createRoot(document.getElementById('page') as HTMLElement).render(
    <SessionProvider title={title}>{page}</SessionProvider>,
  )
}
