// Entry point of the developer portal.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { DevelopersPage } from './developers-page.tsx'
import { useDevelopersWords } from './developers-words.ts'

startLanguage()
showPage(useDevelopersWords.now().title, <DevelopersPage />)
