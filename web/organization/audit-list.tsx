// The audit log of the organization, newest first.

import type { AuditEntry } from '@tessera/client'
import { useState } from 'react'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { Pager } from '../ui/pager.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { formatChange, useAuditMessages } from './audit-messages.ts'
import type { OrganizationAccess } from './organization-access.ts'
import './audit-list.css'
import { useOrganizationMessages } from './organization-messages.ts'

const limit = 50

export function AuditList({ place }: { place: OrganizationAccess }) {
  const { client } = useSession()
  const { parts } = useOrganizationMessages()
  const messages = useAuditMessages()
  const [offset, setOffset] = useState(0)
  const { id } = place.organization
  const load = useLoad(signal => client.organizations.listAudit(id, { limit, offset }, { signal }), [id, offset])
  return (
    <Panel title={parts.audit} lead={messages.lead}>
      <WhenLoaded load={load} lines={8}>
        {page => (
          <>
            {page.audit_entries.length === 0 ? (
              <Empty title={messages.nothing} />
            ) : (
              <ol className="audit">
                {page.audit_entries.map(entry => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <Pager page={page} onGo={setOffset} />
          </>
        )}
      </WhenLoaded>
    </Panel>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const messages = useAuditMessages()
  const [before, after] = messages.actions[entry.action]
  // A failed sign-in has no known user.
  const unnamed = entry.action === 'USER_SIGN_IN_FAILED' ? messages.somebody : messages.operator
  return (
    <li>
      <p>
        <strong>{entry.actor ? nameOf(entry.actor) : unnamed}</strong> {before} <strong>{entry.subject.name}</strong>{' '}
        {after}
      </p>
      {entry.changes.map(change => (
        <p key={change.field} className="audit-change">
          {formatChange(messages, change)}
        </p>
      ))}
      <p className="audit-when">
        <Ago at={entry.created_at} />
      </p>
    </li>
  )
}
