// A comment on an object or at a point of the board, or a reply to a comment.

import { Type } from 'typebox'
import { flag, optional, orNull, text, timestamp, whole } from '../values.ts'
import { Actor, EventActor } from './user.ts'

export const Comment = Type.Object(
  {
    id: text('Identifies the comment in its workspace'),
    text: text('Text of the comment. `@ann@example.com` mentions a user by email address'),
    parent: orNull(text('Id of the first comment of the thread; null: this is the first')),
    targetId: orNull(text('Id of the object that it is on; null: at a point of the board')),
    targetType: text('Kind of that object, or `workspace` for a point of the board'),
    x: optional(whole('Point of the board. Only present in the first comment of a thread at a point')),
    y: optional(whole('Point of the board. Only present in the first comment of a thread at a point')),
    author: EventActor,
    created_at: timestamp({ description: 'When it was written' }),
    updated_at: timestamp({ description: 'When the text was last changed' }),
    resolved: flag('Whether the thread is resolved; false in replies'),
    resolved_by: orNull(Actor),
    resolved_at: orNull(timestamp({ description: 'When the thread was resolved; null if it is not' })),
  },
  { named: 'Comment', description: 'A comment on an object or at a point of the board, or a reply to one' },
)

export const OneComment = Type.Object({ comment: Comment })
