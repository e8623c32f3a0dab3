// One thread: its comments with the actions that this user may take on each, and the field for a reply.

import type { Comment } from '@tessera/client'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../../session/person-name.ts'
import { useSession } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { announce, useBoard } from '../../state/board.ts'
import type { CommentThread } from '../../state/comment-threads.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { CommentComposer } from './comment-composer.tsx'
import { CommentItem } from './comment-item.tsx'

interface ThreadProps extends CommentThread {
  /** The field for a reply is open from the start. */
  readonly isAnswered?: boolean
}

export function Thread({ first, replies, isAnswered = false }: ThreadProps) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const { canComment } = useRights()
  const [isOpened, setOpened] = useState(isAnswered || board.drafts.find({ replyTo: first.id }) !== null)
  const [editedId, setEditedId] = useState(() => draftedEdit(board.drafts.get().keys(), [first, ...replies]))
  const item = (comment: Comment) => (
    <EditableComment
      comment={comment}
      replyCount={comment === first ? replies.length : 0}
      isEdited={editedId === comment.id}
      onEdit={setEditedId}
    />
  )
  return (
    <article className="thread" aria-label={messages.threadBy(nameOf(first.author), first.resolved)}>
      {first.resolved && (
        <p className="thread-resolved">{messages.resolvedBy(first.resolved_by ? nameOf(first.resolved_by) : '')}</p>
      )}
      {item(first)}
      {replies.length > 0 && (
        <ol className="replies">
          {replies.map(reply => (
            <li key={reply.id}>{item(reply)}</li>
          ))}
        </ol>
      )}
      {canComment && isOpened && (
        <CommentComposer
          target={{ replyTo: first.id }}
          label={messages.answerTo(first.author.first_name)}
          submitLabel={messages.answer}
          isFocused={!isAnswered}
          {...(isAnswered ? {} : { onCancel: () => setOpened(false), onSent: () => setOpened(false) })}
        />
      )}
      {canComment && !isOpened && (
        <button type="button" className="thread-answer" onClick={() => setOpened(true)}>
          {messages.answer}
        </button>
      )}
    </article>
  )
}

const draftedEdit = (keys: Iterable<string>, comments: readonly Comment[]): string | null => {
  const drafted = new Set(keys)
  return comments.find(({ id }) => drafted.has(`edit ${id}`))?.id ?? null
}

interface EditableCommentProps {
  readonly comment: Comment
  readonly replyCount: number
  readonly isEdited: boolean
  readonly onEdit: (id: string | null) => void
}

/** Returns the focus to the region if a control that had it disappears, even together with the comment. */
function useFocusBack(isOpen: boolean) {
  const element = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the change
  useEffect(() => {
    const region = element.current?.closest('section')
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) region?.focus({ preventScroll: true })
      })
  }, [isOpen])
  return element
}

function EditableComment({ comment, replyCount, isEdited, onEdit }: EditableCommentProps) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const { me } = useSession()
  const { canComment, canDeleteComments } = useRights()
  const [isAsking, setAsking] = useState(false)
  const isOwn = comment.author.id === me.id
  const element = useFocusBack(isEdited || isAsking)
  const remove = useAction(() => board.client.comments.delete(board.uid, comment.id))
  const resolve = useAction(async () => {
    await board.client.comments.resolve(board.uid, comment.id, { resolved: !comment.resolved })
    announce(board, comment.resolved ? messages.reopened : messages.resolved)
  })
  const actions = canComment && !isEdited && (
    <span className="comment-actions">
      {comment.parent === null && (
        <IconButton
          icon={comment.resolved ? 'undo' : 'check'}
          label={comment.resolved ? messages.reopen : messages.resolve}
          disabled={resolve.isBusy}
          onClick={() => void resolve.run()}
        />
      )}
      {isOwn && <IconButton icon="pen" label={messages.edit} onClick={() => onEdit(comment.id)} />}
      {(isOwn || canDeleteComments) && (
        <IconButton
          icon="delete"
          label={messages.delete}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        />
      )}
    </span>
  )
  return (
    <div ref={element}>
      <CommentItem comment={comment} actions={actions}>
        {isEdited && (
          <CommentComposer
            target={{ edit: comment.id }}
            label={messages.editLabel}
            submitLabel={messages.save}
            initialText={comment.text}
            isFocused
            onCancel={() => onEdit(null)}
            onSent={() => onEdit(null)}
          />
        )}
      </CommentItem>
      {isAsking && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
        <div className="comment-question" role="group" aria-label={messages.delete}>
          <p>{messages.confirmDelete(replyCount)}</p>
          <Button variant="quiet" onClick={() => setAsking(false)}>
            {messages.cancel}
          </Button>
          <Button variant="danger" autoFocus disabled={remove.isBusy} onClick={() => void remove.run()}>
            {messages.delete}
          </Button>
        </div>
      )}
      <ErrorMessage text={remove.error ?? resolve.error} />
    </div>
  )
}
