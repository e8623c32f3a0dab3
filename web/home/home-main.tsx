// Entry point of the home page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { HomePage } from './home-page.tsx'
import { useHomeWords } from './home-words.ts'

startLanguage()
showPage(useHomeWords.now().title, <HomePage />)
