// Entry point of the organization page.

import { startLanguage } from '../messages/language.ts'
import { showPage } from '../session/show-page.tsx'
import { useOrganizationMessages } from './organization-messages.ts'
import { OrganizationPage } from './organization-page.tsx'

startLanguage()
showPage(useOrganizationMessages.now().title, <OrganizationPage />)
