// Search, filter and sort controls of a list of workspaces.

import type { RefObject } from 'react'
import { useHomeMessages } from './home-messages.ts'
import type { OrganizationChoice } from './use-organizations.ts'
import './list-tools.css'

export type Sort = 'updated_at' | 'visited_at' | 'created_at' | 'name'

const sorts: readonly Sort[] = ['updated_at', 'visited_at', 'created_at', 'name']

interface ListToolsProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Null if the list has a fixed order. */
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
  readonly places: readonly OrganizationChoice[]
  readonly organization: number | null
  readonly onOrganization: (id: number | null) => void
  readonly search: RefObject<HTMLInputElement | null>
}

export function ListTools(props: ListToolsProps) {
  const { query, onQuery, sort, onSort, places, organization, onOrganization, search } = props
  const messages = useHomeMessages()
  return (
    <search className="list-tools">
      <div className="list-tools-search">
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M8.8 3.5a5.3 5.3 0 1 1 0 10.6 5.3 5.3 0 0 1 0-10.6ZM12.8 12.8l4 4" />
        </svg>
        <input
          ref={search}
          type="search"
          aria-label={messages.search}
          aria-keyshortcuts="/"
          title={messages.keys}
          placeholder={messages.searchHint}
          value={query}
          onChange={event => onQuery(event.target.value)}
        />
        <span className="list-tools-key" aria-hidden="true">
          /
        </span>
      </div>
      {places.length > 1 && (
        <select
          aria-label={messages.organization}
          value={organization ?? ''}
          onChange={event => onOrganization(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{messages.everywhere}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {sort !== null && (
        <select aria-label={messages.sort} value={sort} onChange={event => onSort(event.target.value as Sort)}>
          {sorts.map(one => (
            <option key={one} value={one}>
              {messages.sorts[one]}
            </option>
          ))}
        </select>
      )}
    </search>
  )
}
