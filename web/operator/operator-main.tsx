// Entry point of the operator page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useOperatorMessages } from './operator-messages.ts'
import { OperatorPage } from './operator-page.tsx'

startLanguage()
showPage(useOperatorMessages.now().title, <OperatorPage />)
