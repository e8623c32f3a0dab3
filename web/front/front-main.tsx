// Entry point of the front page.

import '../ui/tokens.css'
import '../ui/ui-font.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { startLanguage } from '../messages/language.ts'
import { startTheme } from '../ui/theme.ts'
import { FrontPage } from './front-page.tsx'

startTheme()
startLanguage()
createRoot(document.getElementById('page') as HTMLElement).render(<FrontPage />)
