// The account page: profile, password, second factors, active sessions and authorized applications.

import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { useAccountMessages } from './account-messages.ts'
import { AuthorizedApplications } from './authorized-applications.tsx'
import { AvatarPanel } from './avatar-panel.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

export function AccountPage() {
  const messages = useAccountMessages()
  const parts = Object.entries(messages.parts).map(([hash, label]) => ({ hash, label }))
  const hash = useHash()
  const current = parts.some(one => one.hash === hash) ? hash : 'profile'
  return (
    <Shell title={messages.title} parts={parts} current={current}>
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
          <SecondFactors />
          <Sessions />
        </>
      )}
      {current === 'applications' && <AuthorizedApplications />}
    </Shell>
  )
}
