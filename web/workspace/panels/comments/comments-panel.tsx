// All threads of the board, the most recently active first, and unsent drafts.

import type { Comment } from '@tessera/client'
import { showComments } from '../../actions/comments/show-comments.ts'
import { plainTextOf } from '../../objects/abilities.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { type CommentDraft, draftKeyOf } from '../../state/comment-drafts.ts'
import {
  byLastComment,
  type CommentFilter,
  type CommentPlace,
  findComment,
  isShown,
  placeOf,
  threadsOf,
} from '../../state/comment-threads.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages, type WorkspaceMessages } from '../../workspace-messages.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { CommentItem } from './comment-item.tsx'
import { LostDrafts } from './lost-drafts.tsx'
import { useAllComments } from './use-all-comments.ts'
import './comments-panel.css'

export function CommentsPanel() {
  const messages = useWorkspaceMessages()
  const board = useBoard()
  const filter = useObservable(board.commentFilter)
  const all = threadsOf(useAllComments())
  const threads = all.filter(thread => isShown(thread, filter)).toSorted(byLastComment)
  return (
    <SidePanel title={messages.comments.title}>
      <FilterSwitch filter={filter} />
      <Drafts />
      {threads.length === 0 && (
        <p className="side-panel-empty">
          {all.length === 0 ? messages.comments.none : messages.comments.noneUnresolved}
        </p>
      )}
      <ol className="threads">
        {threads.map(({ first, replies }) => (
          <li key={first.id} className="thread">
            <button type="button" className="thread-show" onClick={() => showComments(board, placeOf(first))}>
              <small className="thread-target">{targetNameOf(board, first, messages)}</small>
              {first.resolved && <span className="thread-resolved">{messages.comments.resolvedMark}</span>}
              <CommentItem comment={first} />
              {replies.length > 0 && <span className="thread-count">{messages.comments.replies(replies.length)}</span>}
            </button>
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}

const filters: readonly CommentFilter[] = ['unresolved', 'all']

function FilterSwitch({ filter }: { filter: CommentFilter }) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
    <div className="comment-filter" role="group" aria-label={messages.filter}>
      {filters.map(name => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          onClick={() => {
            board.commentFilter.set(name)
            board.view.get()?.invalidate()
          }}
        >
          {messages.filters[name]}
        </button>
      ))}
    </div>
  )
}

function Drafts() {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const drafts = [...useObservable(board.drafts).values()].filter(({ text }) => text.trim() !== '')
  const places = drafts.map(draft => ({ draft, place: placeOfDraft(board, draft) }))
  if (drafts.length === 0) return null
  return (
    <section className="comment-drafts" aria-label={messages.drafts}>
      <h3>{messages.drafts}</h3>
      {places.map(({ draft, place }) =>
        place ? (
          <button
            key={draftKeyOf(draft.target)}
            type="button"
            className="thread-show"
            onClick={() => showComments(board, place)}
          >
            <span className="comment-text">{draft.text}</span>
            {draft.sendKey && <small className="thread-target">{messages.waiting}</small>}
          </button>
        ) : (
          <LostDrafts key={draftKeyOf(draft.target)} drafts={[draft]} />
        ),
      )}
    </section>
  )
}

/** Null if its target is deleted. */
function placeOfDraft({ live }: OpenBoard, { target }: CommentDraft): CommentPlace | null {
  if ('at' in target) return { point: target.at }
  if ('on' in target) return live.get(target.on) ? { objectId: target.on } : null
  const comment = findComment(live, 'edit' in target ? target.edit : target.replyTo)
  return comment && placeOf(comment)
}

function targetNameOf({ live }: OpenBoard, { targetId }: Comment, messages: WorkspaceMessages): string {
  const object = targetId === null ? null : live.get(targetId)
  return object ? messages.comments.about(messages.kinds[object.kind], plainTextOf(object)) : messages.comments.onBoard
}
