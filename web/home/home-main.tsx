// Entry point of the home page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useHomeMessages } from './home-messages.ts'
import { HomePage } from './home-page.tsx'

startLanguage()
showPage(useHomeMessages.now().title, <HomePage />)
