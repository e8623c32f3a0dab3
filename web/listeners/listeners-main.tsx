// Entry point of the listeners page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { ListenersPage } from './listeners-page.tsx'
import { useListenersWords } from './listeners-words.ts'

startLanguage()
showPage(useListenersWords.now().title, <ListenersPage />)
