// One comment: author, time, and text with highlighted mentions.

import type { Comment } from '@tessera/client'
import type { ReactNode } from 'react'
import { nameOf } from '../../../session/person-name.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Ago } from '../../../ui/times.tsx'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { splitMentions } from './mentions.ts'
import { useMembers } from './use-members.ts'

/** `actions` stand beside the name; `children` replace the text. */
export function CommentItem({ comment, actions, children }: CommentItemProps) {
  const messages = useWorkspaceMessages().comments
  const { author, created_at, updated_at } = comment
  return (
    <div className="comment">
      <Avatar person={author} />
      <div className="comment-body">
        <div className="comment-who">
          <strong>{nameOf(author)}</strong>
          {author.via && <span className="comment-via">{messages.via(author.via.name)}</span>}
          <Ago at={created_at} />
          {updated_at !== created_at && <span className="comment-via">{messages.edited}</span>}
          {actions}
        </div>
        {children || <CommentText text={comment.text} />}
      </div>
    </div>
  )
}

interface CommentItemProps {
  readonly comment: Comment
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

function CommentText({ text }: { text: string }) {
  const members = useMembers()
  return (
    <p className="comment-text">
      {splitMentions(text, members).map(({ text: part, person }, index) =>
        person ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in order
          <b key={index} className="comment-mention">
            @{nameOf(person)}
          </b>
        ) : (
          part
        ),
      )}
    </p>
  )
}
