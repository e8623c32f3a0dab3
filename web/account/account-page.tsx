// What a person sets about themselves, where they are signed in, and which applications act for them.

import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { AuthorisedApplications } from './authorised-applications.tsx'
import { AvatarPanel } from './avatar-panel.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { Sessions } from './sessions.tsx'

const parts = [
  { hash: 'profile', label: 'Profile' },
  { hash: 'security', label: 'Password and sessions' },
  { hash: 'applications', label: 'Applications' },
]

export function AccountPage() {
  const hash = useHash()
  const current = parts.some(one => one.hash === hash) ? hash : 'profile'
  return (
    <Shell title="Account" parts={parts} current={current}>
      {current === 'profile' && (
        <>
          <ProfilePanel />
          <AvatarPanel />
          <Notifications />
        </>
      )}
      {current === 'security' && (
        <>
          <PasswordPanel />
          <Sessions />
        </>
      )}
      {current === 'applications' && <AuthorisedApplications />}
    </Shell>
  )
}
