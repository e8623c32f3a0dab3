// Drafts of replies and edits whose comment was deleted meanwhile: their text can be copied or discarded.

import type { Comment } from '@tessera/client'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useBoard } from '../../state/board.ts'
import { type CommentDraft, draftKeyOf } from '../../state/comment-drafts.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

/** The drafts for comments that existed before and no longer do. */
export function useLostDrafts(comments: readonly Comment[]): readonly CommentDraft[] {
  const drafts = useObservable(useBoard().drafts)
  const seen = useRef(new Set<string>())
  const present = new Set(comments.map(({ id }) => id))
  for (const id of present) seen.current.add(id)
  return [...drafts.values()].filter(draft => {
    const id = commentIdOf(draft)
    return id !== null && seen.current.has(id) && !present.has(id)
  })
}

/** The comment that the draft answers or edits. */
const commentIdOf = ({ target }: CommentDraft): string | null =>
  'replyTo' in target ? target.replyTo : 'edit' in target ? target.edit : null

export function LostDrafts({ drafts }: { drafts: readonly CommentDraft[] }) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  return drafts.map(({ target, text }) => (
    <div key={draftKeyOf(target)} className="comment-lost">
      <p role="status">{messages.lost}</p>
      <textarea readOnly rows={3} value={text} aria-label={messages.draft} />
      <Button variant="quiet" onClick={() => board.drafts.remove(target)}>
        {messages.discard}
      </Button>
    </div>
  ))
}
