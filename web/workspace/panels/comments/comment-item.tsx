// One comment: author, time, and text with highlighted mentions.

import type { Comment } from '@tessera/client'
import { nameOf } from '../../../session/person-name.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Ago } from '../../../ui/times.tsx'
import { splitMentions } from './mentions.ts'
import { useMembers } from './use-members.ts'

export function CommentItem({ comment }: { comment: Comment }) {
  const members = useMembers()
  return (
    <span className="comment">
      <Avatar person={comment.author} />
      <span className="comment-body">
        <span className="comment-who">
          <strong>{nameOf(comment.author)}</strong>
          <Ago at={comment.created_at} />
        </span>
        <span className="comment-text">
          {splitMentions(comment.text, members).map(({ text, person }, index) =>
            person ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
              <b key={index} className="comment-mention">
                @{nameOf(person)}
              </b>
            ) : (
              text
            ),
          )}
        </span>
      </span>
    </span>
  )
}
