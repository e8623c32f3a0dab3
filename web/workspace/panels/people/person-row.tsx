// A person on the board in a list, with a button to follow them unless it is the user.

import type { LivePerson } from '@tessera/client'
import { nameOf } from '../../../session/person-name.ts'
import { useSession } from '../../../session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../icons/icon.tsx'
import type { Following } from '../../state/follow.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

interface PersonRowProps {
  readonly person: Pick<LivePerson, 'id' | 'email' | 'first_name' | 'last_name'> & {
    readonly type: LivePerson['type'] | 'person'
  }
  readonly isLeader: boolean
  readonly following: Following
}

export function PersonRow({ person, isLeader, following }: PersonRowProps) {
  const messages = useWorkspaceMessages().people
  const isFollowed = useObservable(following.person) === person.id
  const name = nameOf(person)
  const { me } = useSession()
  const isMe = person.id === me.id
  const types: Partial<Record<LivePerson['type'] | 'person', string>> = { app: messages.program, bot: messages.bot }
  return (
    <li className="person">
      <Avatar person={person} />
      <span className="person-name">
        {name}{' '}
        <small>
          {isMe ? (isLeader ? messages.leading : messages.you) : isLeader ? messages.leads : types[person.type]}
        </small>
      </span>
      {!isMe && (
        <button
          type="button"
          className="person-follow"
          aria-pressed={isFollowed}
          aria-label={isFollowed ? messages.unfollowPerson(name) : messages.followPerson(name)}
          onClick={() => following.follow(isFollowed ? null : person.id)}
        >
          <Icon name="eye" /> {isFollowed ? messages.unfollow : messages.follow}
        </button>
      )}
    </li>
  )
}
