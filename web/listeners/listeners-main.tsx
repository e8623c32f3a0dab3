// Entry point of the listeners page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { ListenersPage } from './listeners-page.tsx'

startLanguage()
showPage(useListenersMessages.now().title, <ListenersPage />)
