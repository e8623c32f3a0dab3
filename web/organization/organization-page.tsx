// An organization: members, invitations, settings, applications and audit log. Parts that the user's role does not
// allow are not offered.

import { useSession } from '../session/session.tsx'
import { type Part, Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { Empty } from '../ui/panel.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { AuditList } from './audit-list.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { MyOrganizations } from './my-organizations.tsx'
import { findOrganizationAccess, type OrganizationAccess } from './organization-access.ts'
import { type OrganizationMessages, useOrganizationMessages } from './organization-messages.ts'
import { Settings } from './settings.tsx'
import { WhitelistedApplications } from './whitelisted-applications.tsx'

export function OrganizationPage() {
  const id = Number(/^\/organizations\/(\d+)/.exec(window.location.pathname)?.[1] ?? 0)
  return id === 0 ? <MyOrganizations /> : <OneOrganization id={id} />
}

function OneOrganization({ id }: { id: number }) {
  const { client, me } = useSession()
  const messages = useOrganizationMessages()
  const load = useLoad(signal => findOrganizationAccess(client, me, id, signal), [id])
  const { loaded } = load
  const place = loaded.state === 'ready' ? loaded.value : null
  const parts = place ? partsOf(place, messages) : []
  const hash = useHash()
  const current = parts.find(part => part.hash === hash)?.hash ?? parts[0]?.hash ?? ''
  return (
    <Shell title={place?.organization.name ?? messages.title} parts={parts} current={current}>
      <WhenLoaded load={load} lines={6}>
        {found => (found ? <Shown place={found} part={current} load={load} /> : <Unknown />)}
      </WhenLoaded>
    </Shell>
  )
}

function partsOf({ rights, awaiting }: OrganizationAccess, { parts }: OrganizationMessages): Part[] {
  const invites = ['can_add_user', 'can_add_guest', 'can_add_admin'] as const
  return [
    ...(rights.has('can_list_organization_users') ? [{ hash: 'members', label: parts.members }] : []),
    ...(invites.some(flag => rights.has(flag))
      ? [{ hash: 'invitations', label: parts.invitations, count: awaiting }]
      : []),
    { hash: 'settings', label: parts.settings },
    ...(rights.manages
      ? [
          { hash: 'applications', label: parts.applications },
          { hash: 'audit', label: parts.audit },
        ]
      : []),
  ]
}

function Shown({
  place,
  part,
  load,
}: {
  place: OrganizationAccess
  part: string
  load: Load<OrganizationAccess | null>
}) {
  if (part === 'members') return <Members place={place} />
  if (part === 'invitations') return <Invitations place={place} onChange={load.reload} />
  if (part === 'applications') return <WhitelistedApplications place={place} />
  if (part === 'audit') return <AuditList place={place} />
  return <Settings place={place} onChange={load.reload} />
}

function Unknown() {
  const messages = useOrganizationMessages()
  return (
    <Empty title={messages.unknown}>
      <p>
        {messages.unknownHint} <a href="/organizations">{messages.yours}</a>
      </p>
    </Empty>
  )
}
