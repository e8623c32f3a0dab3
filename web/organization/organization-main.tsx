// The entry of an organization's page.

import { showPage } from '../session/show-page.tsx'
import { OrganizationPage } from './organization-page.tsx'

showPage('Organization', <OrganizationPage />)
