// The entry of the workspace page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { WorkspacePage } from './page/workspace-page.tsx'

startLanguage()
showPage('Tessera', <WorkspacePage />)
