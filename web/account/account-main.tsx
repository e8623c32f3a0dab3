// Entry point of the account page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useAccountMessages } from './account-messages.ts'
import { AccountPage } from './account-page.tsx'

startLanguage()
showPage(useAccountMessages.now().title, <AccountPage />)
