// A workspace on the home page: thumbnail, details, star and actions. The whole card links to the board.

import type { Workspace } from '@tessera/client'
import { nameOf } from '../session/person-name.ts'
import { useSession } from '../session/session.tsx'
import { ActionMenu } from '../ui/action-menu.tsx'
import type { MenuEntry } from '../ui/menu-list.tsx'
import { Badge } from '../ui/panel.tsx'
import { Ago } from '../ui/times.tsx'
import { BoardPicture } from './board-picture.tsx'
import { useHomeMessages } from './home-messages.ts'
import './workspace-card.css'

/** Which time the card shows. */
export type Moment = 'updated_at' | 'visited_at'

interface WorkspaceCardProps {
  readonly workspace: Workspace
  readonly entries: readonly MenuEntry[]
  readonly moment: Moment
  readonly onStar: (isFavorite: boolean) => void
}

export const boardAddress = ({ uid }: Pick<Workspace, 'uid'>) => `/w/${uid}`

export function WorkspaceCard({ workspace, entries, moment, onStar }: WorkspaceCardProps) {
  const messages = useHomeMessages()
  const { name, description, favorite } = workspace
  return (
    <article className="workspace-card" aria-label={name}>
      <div className="workspace-card-picture">
        <BoardPicture workspace={workspace} />
      </div>
      <Badges workspace={workspace} />
      <button
        type="button"
        className="workspace-card-star"
        aria-pressed={favorite}
        aria-label={favorite ? messages.unstar(name) : messages.star(name)}
        onClick={() => onStar(!favorite)}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d={star} />
        </svg>
      </button>
      <div className="workspace-card-text">
        <h3>
          <a href={boardAddress(workspace)}>{name}</a>
        </h3>
        {description && <p className="workspace-card-description">{description}</p>}
        <Facts workspace={workspace} moment={moment} />
      </div>
      <ActionMenu className="workspace-card-menu" label={messages.actionsOf(name)} entries={entries} />
    </article>
  )
}

function Badges({ workspace }: { workspace: Workspace }) {
  const messages = useHomeMessages()
  const { publish_state, active_users_count } = workspace
  return (
    <div className="workspace-card-badges">
      {active_users_count > 0 && (
        <span className="workspace-card-live">
          <Badge variant="good">{messages.here(active_users_count)}</Badge>
        </span>
      )}
      {workspace.public && <Badge>{messages.publicBadge}</Badge>}
      {publish_state === 'published' && <Badge variant="good">{messages.publishedBadge}</Badge>}
      {publish_state === 'publishing' && <Badge variant="wait">{messages.publishingBadge}</Badge>}
    </div>
  )
}

function Facts({ workspace, moment }: { workspace: Workspace; moment: Moment }) {
  const { me } = useSession()
  const messages = useHomeMessages()
  const { workspace_owner: owner, updated_at, visited_at, users_count } = workspace
  const opened = moment === 'visited_at' ? visited_at : null
  return (
    <p className="workspace-card-facts">
      <span>
        {opened === null ? messages.changed : messages.opened} <Ago at={opened ?? updated_at} />
      </span>
      <span>
        {owner.id === me.id ? messages.people(users_count) : `${nameOf(owner)} · ${messages.people(users_count)}`}
      </span>
    </p>
  )
}

const star = 'm10 2.6 2.3 4.7 5.2.7-3.8 3.6.9 5.1L10 14.3l-4.6 2.4.9-5.1L2.5 8l5.2-.7Z'
