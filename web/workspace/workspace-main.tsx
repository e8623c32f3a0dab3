// The entry of the workspace page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { WorkspacePage } from './page/workspace-page.tsx'
import { loadWorkspaceWords } from './workspace-words.ts'

startLanguage()
await loadWorkspaceWords()
showPage('Tessera', <WorkspacePage />)
