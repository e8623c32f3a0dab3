// Entry point of the developer portal.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useDevelopersMessages } from './developers-messages.ts'
import { DevelopersPage } from './developers-page.tsx'

startLanguage()
showPage(useDevelopersMessages.now().title, <DevelopersPage />)
