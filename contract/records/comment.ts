// A comment on an object or at a point of the board, or a reply to a comment.

import { Type } from 'typebox'
import { optional, orNull, timestamp } from '../values.ts'
import { Actor, EventActor } from './user.ts'

export const Comment = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    parent: orNull(Type.String({ description: 'The first comment of the thread; null: this is the first' })),
    targetId: orNull(Type.String({ description: 'null: at a point of the board' })),
    targetType: Type.String({ description: '`workspace`: at a point of the board' }),
    x: optional(Type.Integer({ description: 'Only of the first comment of a thread at a point of the board' })),
    y: optional(Type.Integer()),
    author: EventActor,
    created_at: timestamp(),
    updated_at: timestamp({ description: 'When the text was last changed' }),
    resolved: Type.Boolean({ description: 'Of the thread; false in replies' }),
    resolved_by: orNull(Actor),
    resolved_at: orNull(timestamp()),
  },
  { named: 'Comment' },
)

export const OneComment = Type.Object({ comment: Comment })
