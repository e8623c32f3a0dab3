// What an empty list of workspaces shows: why it is empty and what to do. New users get an introduction.

import { useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/panel.tsx'
import { BoardPicture } from './board-picture.tsx'
import { useHomeWords } from './home-words.ts'
import type { ListView } from './list-view.ts'
import './empty-list.css'

interface EmptyListProps {
  readonly view: ListView
  readonly query: string
  readonly onClear: () => void
  readonly onCreate: (() => void) | undefined
}

export function EmptyList({ view, query, onClear, onCreate }: EmptyListProps) {
  const words = useHomeWords()
  if (query !== '')
    return (
      <Empty title={words.nothingLike(query)}>
        <p>{words.nothingLikeHint}</p>
        <Button onClick={onClear}>{words.clearSearch}</Button>
      </Empty>
    )
  if (view === 'recent')
    return (
      <Empty title={words.noRecent}>
        <p>{words.noRecentHint}</p>
        <ButtonLink href="#">{words.seeAll}</ButtonLink>
      </Empty>
    )
  if (view === 'favorites')
    return (
      <Empty title={words.noFavorites}>
        <p>{words.noFavoritesHint}</p>
        <ButtonLink href="#">{words.seeAll}</ButtonLink>
      </Empty>
    )
  if (!onCreate)
    return (
      <Empty title={words.nothingShared}>
        <p>{words.nothingSharedHint}</p>
      </Empty>
    )
  return <Welcome onCreate={onCreate} />
}

function Welcome({ onCreate }: { onCreate: () => void }) {
  const { me } = useSession()
  const words = useHomeWords()
  return (
    <section className="welcome">
      <div className="welcome-words">
        <h2>{words.welcome(me.first_name)}</h2>
        <p className="welcome-lead">{words.welcomeLead}</p>
        <ol className="welcome-steps">
          {words.teaching.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Button look="primary" onClick={onCreate}>
          {words.createFirst}
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
