// Entry point of the account page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { AccountPage } from './account-page.tsx'
import { useAccountWords } from './account-words.ts'

startLanguage()
showPage(useAccountWords.now().title, <AccountPage />)
