// One entry of a workspace's log: what happened, when, by whom, and the subject after the change, under its own name.

import { type TOptional, type TUnsafe, Type } from 'typebox'
import { listCausableEvents } from '../events.ts'
import { type KindName, kinds, type ObjectRecord } from '../kinds/index.ts'
import { optional, timestamp } from '../values.ts'
import { Comment } from './comment.ts'
import { EventActor } from './user.ts'

const ofKinds = Object.fromEntries(Object.values(kinds).map(kind => [kind.name, optional(kind.Record)])) as unknown as {
  [K in KindName]: TOptional<TUnsafe<ObjectRecord<K>>>
}

/** The names that the log can have. */
const eventName = () => Type.Unsafe<string>({ type: 'string', enum: listCausableEvents(), named: 'EventName' })

export const Event = Type.Object(
  {
    id: Type.String(),
    seq: Type.Integer(),
    type: eventName(),
    created_at: timestamp(),
    actor: EventActor,
    ...ofKinds,
    comment: optional(Comment),
    workspace: optional(
      Type.Object(
        { uid: Type.String(), name: Type.String(), description: Type.String(), public: Type.Boolean() },
        { named: 'EventWorkspace' },
      ),
    ),
    workspace_user: optional(
      Type.Object(
        { id: Type.Integer(), email: Type.String(), workspace_role_id: Type.Integer() },
        { named: 'EventWorkspaceUser' },
      ),
    ),
  },
  { named: 'Event' },
)

export const Events = Type.Object({ events: Type.Array(Event) })
