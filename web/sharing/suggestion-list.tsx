// The suggested members below the field. People who already have a role are shown and cannot be chosen.

import { nameOf } from '../session/person-name.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/panel.tsx'
import { useSharingMessages } from './sharing-messages.ts'
import type { Suggestion } from './suggest-people.ts'

interface SuggestionListProps {
  readonly id: string
  readonly shown: readonly Suggestion[]
  /** The index that Enter accepts; -1 for none. */
  readonly active: number
  readonly onTake: (suggestion: Suggestion) => void
}

export function SuggestionList({ id, shown, active, onTake }: SuggestionListProps) {
  const messages = useSharingMessages()
  return (
    <>
      <div id={id} role="listbox" aria-label={messages.suggestions} className="suggestions" hidden={shown.length === 0}>
        {shown.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={suggestion.member.id}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            className="suggestion"
            aria-selected={index === active}
            aria-disabled={suggestion.isHere}
            // Keeps the focus in the field. Touch scrolling of the list still works.
            onMouseDown={event => event.preventDefault()}
            onClick={() => onTake(suggestion)}
          >
            <SuggestedPerson {...suggestion} />
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {shown.length > 0 && messages.suggested(shown.length)}
      </p>
    </>
  )
}

function SuggestedPerson({ member, isHere }: Suggestion) {
  const messages = useSharingMessages()
  const name = nameOf(member)
  const isInvited = member.invited_state === 'PENDING_INVITE'
  return (
    <>
      <Avatar person={member} />
      <span className="suggestion-who">
        <span>{name}</span>
        {name !== member.email && <small>{member.email}</small>}
      </span>
      {isHere ? <Badge>{messages.isHere}</Badge> : isInvited && <Badge variant="wait">{messages.isInvited}</Badge>}
    </>
  )
}
