// The people on the board: avatars in the bar, and a list to follow someone or to present.

import type { LivePerson } from '@tessera/client'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { nameOf } from '../../../session/person-name.ts'
import { useSession } from '../../../session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import type { Following } from '../../state/follow.ts'
import { useAgents, useOtherPeople, useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import './people-here.css'

const maxFaces = 4

export function PeopleHere({ following }: { following: Following }) {
  const words = useWorkspaceWords().people
  const { me } = useSession()
  const { people } = useOtherPeople()
  const agents = useAgents()
  const everybody = oncePerPerson(people, me.id)
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches for Escape and for the focus to leave
    <div className="people-here" onKeyDown={press} onBlur={leave}>
      <div className="people-here-faces" aria-hidden="true">
        {everybody.slice(0, maxFaces).map(person => (
          <span key={person.id} className="face" style={{ boxShadow: `0 0 0 2px ${colorOfPerson(person.id)}` }}>
            <Avatar person={person} />
          </span>
        ))}
        {everybody.length > maxFaces && <span className="face face-more">+{everybody.length - maxFaces}</span>}
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
        aria-label={[
          words.here(everybody.length + 1),
          ...(agents.length > 0 ? [words.agents(agents.length)] : []),
        ].join(', ')}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className="people-here-list" hidden={!isOpen} tabIndex={-1}>
        <PeopleList everybody={everybody} agents={agents} following={following} />
      </div>
    </div>
  )
}

const oncePerPerson = (people: readonly LivePerson[], myself: number): LivePerson[] => [
  ...new Map(people.filter(({ id }) => id !== myself).map(person => [person.id, person])).values(),
]

const describeType = ({ program, bot }: { program: string; bot: string }, type: LivePerson['type']) =>
  type === 'app' ? program : type === 'bot' ? bot : ''

interface PeopleListProps {
  readonly everybody: readonly LivePerson[]
  readonly agents: readonly LivePerson[]
  readonly following: Following
}

function PeopleList({ everybody, agents, following }: PeopleListProps) {
  const { live } = useBoard()
  const words = useWorkspaceWords().people
  const { me } = useSession()
  const { leader } = useOtherPeople()
  const { canEdit } = useRights()
  const followed = useObservable(following.person)
  const isLeading = leader === me.id
  return (
    <>
      <ul className="people-list">
        <li className="person">
          <Avatar person={me} />
          <span className="person-name">
            {nameOf(me)} <small>{isLeading ? words.leading : words.you}</small>
          </span>
        </li>
        {everybody.map(person => (
          <li key={person.id} className="person">
            <Avatar person={person} />
            <span className="person-name">
              {nameOf(person)}
              <small>{person.id === leader ? words.leads : describeType(words, person.type)}</small>
            </span>
            <button
              type="button"
              className="person-follow"
              aria-pressed={followed === person.id}
              aria-label={
                followed === person.id ? words.unfollowPerson(nameOf(person)) : words.followPerson(nameOf(person))
              }
              onClick={() => following.follow(followed === person.id ? null : person.id)}
            >
              <Icon name="eye" /> {followed === person.id ? words.unfollow : words.follow}
            </button>
          </li>
        ))}
        {agents.map(person => (
          <li key={person.connection} className="person">
            <span className="face face-agent" style={{ backgroundColor: colorOfPerson(person.id) }}>
              <Icon name="agent" />
            </span>
            <span className="person-name">
              {words.agentFor(person.agent?.name ?? null, nameOf(person), person.type === 'bot')}
              <small>{words.agent}</small>
            </span>
          </li>
        ))}
      </ul>
      {canEdit && (
        <button type="button" className="lead-button" aria-pressed={isLeading} onClick={() => live.lead(!isLeading)}>
          <Icon name="lead" /> {isLeading ? words.stopLeading : words.lead}
        </button>
      )}
    </>
  )
}
