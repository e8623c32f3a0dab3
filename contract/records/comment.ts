// A comment on an object, or a reply to a comment.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'
import { Actor } from './user.ts'

export const Comment = Type.Object({
  id: Type.String(),
  text: Type.String(),
  parent: orNull(Type.String()),
  targetId: Type.String(),
  targetType: Type.String(),
  author: Actor,
  created_at: timestamp(),
})

export const OneComment = Type.Object({ comment: Comment })
