// The people on the board: avatars in the bar, and a list to follow someone or to present.

import type { LivePerson } from '@tessera/client'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { nameOf } from '../../../session/person-name.ts'
import { useSession } from '../../../session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../icons/icon.tsx'
import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import type { Following } from '../../state/follow.ts'
import { useAgents, useOtherPeople, useRights } from '../../state/live-hooks.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { PersonRow } from './person-row.tsx'
import './people-here.css'

const maxFaces = 4
const allPeople = lazyPart(() => import('./all-people.tsx').then(found => found.AllPeople))

export function PeopleHere({ following }: { following: Following }) {
  const messages = useWorkspaceMessages().people
  const { me } = useSession()
  const { people, total } = useOtherPeople()
  const agents = useAgents()
  const everybody = oncePerPerson(people, me.id)
  const count = Math.max(total ?? 0, everybody.length + 1)
  const hasMore = total !== null && total > everybody.length + 1
  const [isEveryoneShown, setEveryoneShown] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  function showEveryone() {
    // The dialog returns the focus to it: the list is closed by then.
    button.current?.focus()
    setOpen(false)
    setEveryoneShown(true)
  }
  const hideEveryone = () => setEveryoneShown(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches for Escape and for the focus to leave
    <div className="people-here" onKeyDown={press} onBlur={leave}>
      <div className="people-here-faces" aria-hidden="true">
        {everybody.slice(0, maxFaces).map(person => (
          <span key={person.id} className="face" style={{ boxShadow: `0 0 0 2px ${colorOfPerson(person.id)}` }}>
            <Avatar person={person} />
          </span>
        ))}
        {count - 1 > maxFaces && <span className="face face-more">+{shortCount(count - 1 - maxFaces)}</span>}
        {agents.slice(0, maxFaces).map(person => (
          <span
            key={person.connection}
            className="face face-agent"
            style={{ backgroundColor: colorOfPerson(person.id) }}
          >
            <Icon name="agent" />
          </span>
        ))}
        <span className="face">
          <Avatar person={me} />
        </span>
      </div>
      <button
        ref={button}
        type="button"
        className="people-here-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={[messages.here(count), ...(agents.length > 0 ? [messages.agents(agents.length)] : [])].join(', ')}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className="people-here-list" hidden={!isOpen} tabIndex={-1}>
        <PeopleList everybody={everybody} agents={agents} following={following} />
        {hasMore && (
          <button type="button" className="people-more" aria-haspopup="dialog" onClick={showEveryone}>
            {messages.more(count - 1 - everybody.length)}
          </button>
        )}
        <LeadButton />
      </div>
      {isEveryoneShown && (
        <LazyView part={allPeople} props={{ following, onClose: hideEveryone }} onError={hideEveryone} />
      )}
    </div>
  )
}

const oncePerPerson = (people: readonly LivePerson[], myself: number): LivePerson[] => [
  ...new Map(people.filter(({ id }) => id !== myself).map(person => [person.id, person])).values(),
]

/** 1234 as 1k, so that it fits into a circle. */
const shortCount = (count: number) => (count < 1_000 ? `${count}` : `${Math.floor(count / 1_000)}k`)

interface PeopleListProps {
  readonly everybody: readonly LivePerson[]
  readonly agents: readonly LivePerson[]
  readonly following: Following
}

function PeopleList({ everybody, agents, following }: PeopleListProps) {
  const messages = useWorkspaceMessages().people
  const { me } = useSession()
  const { leader } = useOtherPeople()
  return (
    <ul className="people-list">
      <PersonRow person={me} isLeader={leader === me.id} following={following} />
      {everybody.map(person => (
        <PersonRow key={person.id} person={person} isLeader={person.id === leader} following={following} />
      ))}
      {agents.map(person => (
        <li key={person.connection} className="person">
          <span className="face face-agent" style={{ backgroundColor: colorOfPerson(person.id) }}>
            <Icon name="agent" />
          </span>
          <span className="person-name">
            {messages.agentFor(person.agent?.name ?? null, nameOf(person), person.type === 'bot')}
            <small>{messages.agent}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

function LeadButton() {
  const { live } = useBoard()
  const messages = useWorkspaceMessages().people
  const { me } = useSession()
  const { leader } = useOtherPeople()
  const { canEdit } = useRights()
  const isLeading = leader === me.id
  if (!canEdit) return null
  return (
    <button type="button" className="lead-button" aria-pressed={isLeading} onClick={() => live.lead(!isLeading)}>
      <Icon name="lead" /> {isLeading ? messages.stopLeading : messages.lead}
    </button>
  )
}
