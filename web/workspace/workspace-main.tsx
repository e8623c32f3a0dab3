// The entry of the workspace page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { WorkspacePage } from './page/workspace-page.tsx'
import { loadWorkspaceMessages } from './workspace-messages.ts'

startLanguage()
// Not a top-level await: the German messages import from the chunk of this entry, and each would wait for the other.
void loadWorkspaceMessages().then(() => showPage('Tessera', <WorkspacePage />))
