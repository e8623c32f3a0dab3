// Entry point of the operator page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { OperatorPage } from './operator-page.tsx'
import { useOperatorWords } from './operator-words.ts'

startLanguage()
showPage(useOperatorWords.now().title, <OperatorPage />)
