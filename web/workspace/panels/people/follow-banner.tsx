// Shows who is followed, or that the user is presenting, with a button to stop.

import { nameOf } from '../../../session/person-name.ts'
import { useSession } from '../../../session/session.tsx'
import { useBoard } from '../../state/board.ts'
import type { Following } from '../../state/follow.ts'
import { useOtherPeople } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function FollowBanner({ following }: { following: Following }) {
  const { live } = useBoard()
  const { me } = useSession()
  const messages = useWorkspaceMessages().people
  const { people, leader } = useOtherPeople()
  const followed = useObservable(following.person)
  const person = people.find(({ id }) => id === followed)
  if (person) {
    const text = followed === leader ? messages.followingLeader(nameOf(person)) : messages.following(nameOf(person))
    return (
      <Banner
        color={colorOfPerson(person.id)}
        text={text}
        buttonLabel={messages.unfollow}
        onClick={() => following.follow(null)}
      />
    )
  }
  if (leader !== me.id) return null
  return (
    <Banner
      color="#0a6660"
      text={messages.youLead}
      buttonLabel={messages.stopLeading}
      onClick={() => live.lead(false)}
    />
  )
}

interface BannerProps {
  readonly color: string
  readonly text: string
  readonly buttonLabel: string
  readonly onClick: () => void
}

const Banner = ({ color, text, buttonLabel, onClick }: BannerProps) => (
  <>
    <div className="follow-frame" style={{ borderColor: color }} />
    <div className="follow-banner" role="status" style={{ backgroundColor: color }}>
      {text}
      <button type="button" onClick={onClick}>
        {buttonLabel}
      </button>
    </div>
  </>
)
