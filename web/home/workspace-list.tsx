// The workspaces of the user, searched, sorted and grouped by when they were modified or opened.

import type { Workspace } from '@tessera/client'
import { type RefObject, useDeferredValue, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { EmptyList } from './empty-list.tsx'
import { groupByAge } from './group-by-age.ts'
import { useHomeMessages } from './home-messages.ts'
import { WhenRead } from './list-state.tsx'
import { ListTools, type Sort } from './list-tools.tsx'
import { filterByView, type ListView } from './list-view.ts'
import { GrowingEnd } from './load-more.tsx'
import type { OrganizationChoice } from './use-organizations.ts'
import { usePages } from './use-pages.ts'
import { WorkspaceEntry } from './workspace-entry.tsx'

const limit = 24

interface WorkspaceListProps {
  readonly view: ListView
  readonly places: readonly OrganizationChoice[]
  readonly organization: number | null
  readonly onOrganization: (id: number | null) => void
  readonly search: RefObject<HTMLInputElement | null>
  readonly onCreate: (() => void) | undefined
}

export function WorkspaceList({ view, places, organization, onOrganization, search, onCreate }: WorkspaceListProps) {
  const { client } = useSession()
  const messages = useHomeMessages()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<Sort>('updated_at')
  const sort = view === 'recent' ? 'visited_at' : chosen
  const asked = useDeferredValue(query.trim())
  const pages = usePages<Workspace>(
    async (offset, signal) => {
      const order_direction: 'ASC' | 'DESC' = sort === 'name' ? 'ASC' : 'DESC'
      const what = { query: asked, order_by: sort, order_direction, limit, offset, ...filterByView[view] }
      const { workspaces, total } = await (organization === null
        ? client.users.listWorkspaces('me', what, { signal })
        : client.users.listWorkspacesIn('me', organization, what, { signal }))
      return { items: workspaces, total }
    },
    ({ uid }) => uid,
    [view, asked, sort, organization],
  )
  const isAsked = asked !== '' || organization !== null
  const isBare = pages.state === 'ready' && pages.items.length === 0 && !isAsked
  return (
    <>
      {!isBare && (
        <ListTools
          {...{ query, places, organization, search, onOrganization }}
          sort={view === 'recent' ? null : sort}
          onQuery={setQuery}
          onSort={setChosen}
        />
      )}
      <WhenRead pages={pages}>
        <p className="visually-hidden" role="status">
          {messages.found(pages.total)}
        </p>
        {pages.items.length === 0 ? (
          <EmptyList view={view} query={asked} onClear={() => setQuery('')} onCreate={onCreate} />
        ) : (
          <Groups pages={pages.items} sort={sort} change={pages.change} again={pages.again} />
        )}
        <GrowingEnd pages={pages} />
      </WhenRead>
    </>
  )
}

interface GroupsProps {
  readonly pages: readonly Workspace[]
  readonly sort: Sort
  readonly change: ReturnType<typeof usePages<Workspace>>['change']
  readonly again: () => void
}

function Groups({ pages, sort, change, again }: GroupsProps) {
  const messages = useHomeMessages()
  const moment = sort === 'visited_at' ? sort : 'updated_at'
  const grid = (items: readonly Workspace[]) => (
    <div className="workspace-grid">
      {items.map(workspace => (
        <WorkspaceEntry
          key={workspace.uid}
          workspace={workspace}
          onChange={next => change(before => before.map(one => (one.uid === next.uid ? next : one)))}
          onGone={() => change(before => before.filter(one => one.uid !== workspace.uid))}
          again={again}
          moment={moment}
        />
      ))}
    </div>
  )
  if (sort !== moment)
    return (
      <section aria-label={messages.title}>
        <h2 className="visually-hidden">{messages.title}</h2>
        {grid(pages)}
      </section>
    )
  return groupByAge(pages, workspace => workspace[moment], new Date()).map(({ age, items }) => (
    <section key={age} className="workspace-group" aria-label={messages.ages[age]}>
      <h2>{messages.ages[age]}</h2>
      {grid(items)}
    </section>
  ))
}
