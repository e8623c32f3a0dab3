// The members of an organization: searched, filtered and paged.

import { useDeferredValue, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Pager } from '../ui/pager.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { MemberRow } from './member-row.tsx'
import type { OrganizationAccess } from './organization-access.ts'
import './members.css'
import { useOrganizationMessages } from './organization-messages.ts'

const limit = 25

export function Members({ place }: { place: OrganizationAccess }) {
  const { client } = useSession()
  const messages = useOrganizationMessages()
  const [query, setQuery] = useState('')
  const [filter_by, setFilter] = useState('')
  const [offset, setOffset] = useState(0)
  const asked = useDeferredValue(query.trim())
  const { id } = place.organization
  const load = useLoad(
    signal => client.organizations.listMembers(id, { query: asked, filter_by, limit, offset }, { signal }),
    [id, asked, filter_by, offset],
  )
  const total = load.loaded.state === 'ready' ? load.loaded.value.total : 0
  return (
    <Panel title={messages.parts.members} lead={messages.membersLead}>
      <search className="members-search">
        <TextField
          label={messages.search}
          type="search"
          placeholder={messages.searchHint}
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setOffset(0)
          }}
        />
        <Choice
          label={messages.show}
          value={filter_by}
          onChange={event => {
            setFilter(event.target.value)
            setOffset(0)
          }}
        >
          {Object.entries(messages.filters).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
      </search>
      <WhenLoaded load={load} lines={5}>
        {page => (
          <>
            <p className="visually-hidden" role="status">
              {messages.found(total)}
            </p>
            {page.organization_users.length === 0 ? (
              <Empty title={messages.nobody} />
            ) : (
              <ul className="rows">
                {page.organization_users.map(member => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    place={place}
                    onChange={next =>
                      load.change(before => ({
                        ...before,
                        organization_users: before.organization_users.map(one => (one.id === next.id ? next : one)),
                      }))
                    }
                    onGone={load.reload}
                  />
                ))}
              </ul>
            )}
            <Pager page={page} onGo={setOffset} />
          </>
        )}
      </WhenLoaded>
    </Panel>
  )
}
