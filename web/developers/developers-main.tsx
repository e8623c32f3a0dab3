// The entry of the developer portal.

import { showPage } from '../session/show-page.tsx'
import { DevelopersPage } from './developers-page.tsx'

showPage('Developers', <DevelopersPage />)
