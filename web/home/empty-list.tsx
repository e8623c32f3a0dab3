// What an empty list of workspaces shows: why it is empty and what to do. New users get an introduction.

import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/panel.tsx'
import { BoardPicture } from './board-picture.tsx'
import { useHomeMessages } from './home-messages.ts'
import type { ListView } from './list-view.ts'
import './empty-list.css'

interface EmptyListProps {
  readonly view: ListView
  readonly query: string
  readonly onClear: () => void
  readonly onCreate: (() => void) | undefined
}

export function EmptyList({ view, query, onClear, onCreate }: EmptyListProps) {
  const messages = useHomeMessages()
  if (query !== '')
    return (
      <Empty title={messages.nothingLike(query)}>
        <p>{messages.nothingLikeHint}</p>
        <Button onClick={onClear}>{messages.clearSearch}</Button>
      </Empty>
    )
  if (view === 'recent')
    return (
      <Empty title={messages.noRecent}>
        <p>{messages.noRecentHint}</p>
        <ButtonLink href="#">{messages.seeAll}</ButtonLink>
      </Empty>
    )
  if (view === 'favorites')
    return (
      <Empty title={messages.noFavorites}>
        <p>{messages.noFavoritesHint}</p>
        <ButtonLink href="#">{messages.seeAll}</ButtonLink>
      </Empty>
    )
  if (!onCreate)
    return (
      <Empty title={messages.nothingShared}>
        <p>{messages.nothingSharedHint}</p>
      </Empty>
    )
  return <Welcome onCreate={onCreate} />
}

function Welcome({ onCreate }: { onCreate: () => void }) {
  const { me } = useSession()
  const messages = useHomeMessages()
  return (
    <section className="welcome">
      <div className="welcome-text">
        <h2>{messages.welcome(me.first_name)}</h2>
        <p className="welcome-lead">{messages.welcomeLead}</p>
        <ol className="welcome-steps">
          {messages.teaching.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Button variant="primary" onClick={onCreate}>
          {messages.createFirst}
        </Button>
      </div>
      <div className="welcome-pictures">
        {['one', 'two', 'three', 'four'].map(uid => (
          <BoardPicture key={uid} workspace={{ uid: `welcome ${uid}` }} />
        ))}
      </div>
    </section>
  )
}
