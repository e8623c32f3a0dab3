// The entry of the account page.

import { showPage } from '../session/show-page.tsx'
import { AccountPage } from './account-page.tsx'

showPage('Account', <AccountPage />)
