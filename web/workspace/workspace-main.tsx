// The entry of the workspace page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { WorkspacePage } from './page/workspace-page.tsx'
import { loadWorkspaceMessages } from './workspace-messages.ts'

startLanguage()
await loadWorkspaceMessages()
showPage('Tessera', <WorkspacePage />)
