// Everyone on a board with many people: searched and paged by the service, because the page receives only those in view.

import { useDeferredValue, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/panel.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLoad } from '../../../ui/use-load.ts'
import { WhenLoaded } from '../../../ui/when-loaded.tsx'
import { useBoard } from '../../state/board.ts'
import type { Following } from '../../state/follow.ts'
import { useOtherPeople } from '../../state/live-hooks.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { PersonRow } from './person-row.tsx'

const limit = 50

export function AllPeople({ following, onClose }: { following: Following; onClose: () => void }) {
  const { people: messages, close } = useWorkspaceMessages()
  const { client, uid } = useBoard()
  const { leader, people, total } = useOtherPeople()
  const [query, setQuery] = useState('')
  const [offset, setOffset] = useState(0)
  const asked = useDeferredValue(query.trim())
  const load = useLoad(
    signal =>
      client.workspaces.listActiveUsers(uid, { query: asked, order_by: 'first_name', limit, offset }, { signal }),
    [uid, asked, offset],
  )
  /** Closes the dialog, so that the followed person is visible on the board. */
  const followAndClose: Following = {
    ...following,
    follow(userId) {
      following.follow(userId)
      if (userId !== null) onClose()
    },
  }
  return (
    <Dialog title={messages.here(total ?? people.length + 1)} onClose={onClose}>
      <search>
        <TextField
          label={messages.search}
          type="search"
          autoComplete="off"
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setOffset(0)
          }}
        />
      </search>
      <WhenLoaded load={load} lines={8}>
        {page => (
          <>
            {page.active_users.length === 0 ? (
              <Empty title={messages.nobodyFound} />
            ) : (
              <ul className="people-list all-people">
                {page.active_users.map(person => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    isLeader={person.id === leader}
                    following={followAndClose}
                  />
                ))}
              </ul>
            )}
            <p className="visually-hidden" role="status">
              {messages.found(page.total)}
            </p>
            <Pager page={page} onGo={setOffset} />
          </>
        )}
      </WhenLoaded>
      <div className="dialog-actions">
        <Button onClick={onClose}>{close}</Button>
      </div>
    </Dialog>
  )
}
