// The comments on the selected object, in threads of one level. Without a selection, all threads of the board, the most
// recently active first.

import type { BoardObject, Comment } from '@tessera/client'
import { useState } from 'react'
import { kindOfObject, plainTextOf, takesComments } from '../../objects/abilities.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useCommentsOn, useRights, useSelected } from '../../state/live-hooks.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { CommentItem } from './comment-item.tsx'
import { useAllComments } from './use-all-comments.ts'
import './comments-panel.css'

export function CommentsPanel() {
  const words = useWorkspaceWords().comments
  const selected = useSelected()
  const [object, another] = selected.filter(takesComments)
  return (
    <SidePanel title={words.title}>
      {object && another === undefined ? <ObjectComments key={object.id} object={object} /> : <AllComments />}
    </SidePanel>
  )
}

function ObjectComments({ object }: { object: BoardObject }) {
  const board = useBoard()
  const words = useWorkspaceWords()
  const comments = useCommentsOn(object.id)
  const { canComment } = useRights()
  const threads = threadsOf(comments)
  return (
    <>
      <p className="comments-about">
        {words.kinds[object.kind]}
        <strong>{plainTextOf(object)}</strong>
      </p>
      {threads.length === 0 && <p className="side-panel-empty">{words.comments.noneHere}</p>}
      <ol className="threads">
        {threads.map(({ first, replies }) => (
          <Thread key={first.id} object={object} first={first} replies={replies} />
        ))}
      </ol>
      {canComment && (
        <CommentComposer
          label={words.comments.write}
          submitLabel={words.comments.send}
          isFocused={threads.length === 0}
          onSend={text => addComment(board, object, text)}
        />
      )}
    </>
  )
}

interface ThreadProps {
  readonly object: BoardObject
  readonly first: Comment
  readonly replies: readonly Comment[]
}

function Thread({ object, first, replies }: ThreadProps) {
  const board = useBoard()
  const words = useWorkspaceWords().comments
  const { canComment } = useRights()
  const [isAnswering, setAnswering] = useState(false)
  return (
    <li className="thread">
      <CommentItem comment={first} />
      {replies.length > 0 && (
        <ol className="replies">
          {replies.map(reply => (
            <li key={reply.id}>
              <CommentItem comment={reply} />
            </li>
          ))}
        </ol>
      )}
      {isAnswering ? (
        <CommentComposer
          label={words.answerTo(first.author.first_name)}
          submitLabel={words.answer}
          isFocused
          onSend={text => addComment(board, object, text, first.id)}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        canComment && (
          <button type="button" className="thread-answer" onClick={() => setAnswering(true)}>
            {words.answer}
          </button>
        )
      )}
    </li>
  )
}

function AllComments() {
  const board = useBoard()
  const words = useWorkspaceWords().comments
  const threads = threadsOf(useAllComments())
  if (threads.length === 0) return <p className="side-panel-empty">{words.none}</p>
  function show({ targetId }: Comment) {
    if (targetId === null) return
    select(board, [targetId])
    board.view.get()?.goTo(targetId, { animate: true })
  }
  return (
    <ol className="threads">
      {threads.toSorted(byLastComment).map(({ first, replies }) => (
        <li key={first.id} className="thread">
          <button type="button" className="thread-show" onClick={() => show(first)}>
            <CommentItem comment={first} />
            {replies.length > 0 && (
              <span className="replies">
                {replies.map(reply => (
                  <CommentItem key={reply.id} comment={reply} />
                ))}
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  )
}

const addComment = ({ client, uid, live }: OpenBoard, object: BoardObject, text: string, parent?: string) =>
  client.comments.create(uid, kindOfObject(object).path, live.idOf(object.id), {
    text,
    ...(parent === undefined ? {} : { parent }),
  })

interface CommentThread {
  readonly first: Comment
  readonly replies: readonly Comment[]
}

/** Oldest first; replies below the comment they reply to. */
function threadsOf(comments: readonly Comment[]): CommentThread[] {
  const replies = Map.groupBy(comments, ({ parent }) => parent)
  return (replies.get(null) ?? []).map(first => ({ first, replies: replies.get(first.id) ?? [] }))
}

const lastCommentId = ({ first, replies }: CommentThread) => (replies.at(-1) ?? first).id
const byLastComment = (one: CommentThread, other: CommentThread) => (lastCommentId(one) > lastCommentId(other) ? -1 : 1)
