// Entry point of the organization page.

import { showPage } from '../session/show-page.tsx'
import { startLanguage } from '../words/language.ts'
import { OrganizationPage } from './organization-page.tsx'
import { useOrganizationWords } from './organization-words.ts'

startLanguage()
showPage(useOrganizationWords.now().title, <OrganizationPage />)
