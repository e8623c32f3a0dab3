// One entry of a workspace's log: what happened, when, by whom, and the subject after the change, under its own name.

import { type TOptional, type TUnsafe, Type } from 'typebox'
import { listCausableEvents, type WorkspaceEventField } from '../events.ts'
import { type KindName, kinds, type ObjectRecord } from '../kinds/index.ts'
import { flag, optional, text, timestamp, whole } from '../values.ts'
import { Comment } from './comment.ts'
import { EventActor } from './user.ts'

const ofKinds = Object.fromEntries(Object.values(kinds).map(kind => [kind.name, optional(kind.Record)])) as unknown as {
  [K in KindName]: TOptional<TUnsafe<ObjectRecord<K>>>
}

const eventName = () =>
  Type.Unsafe<string>({
    type: 'string',
    enum: listCausableEvents(),
    named: 'EventName',
    description: 'What happened: the subject and the change, as in `NOTE_UPDATE`',
  })

const EventWorkspace = Type.Object(
  {
    uid: text('Identifies the workspace in addresses'),
    name: text('Its name'),
    description: text('Its description'),
    public: flag('Whether every member of the organization has access'),
  },
  { named: 'EventWorkspace', description: 'The workspace after the event' },
)

const EventWorkspaceUser = Type.Object(
  {
    id: whole('Id of the user'),
    email: text('Email address of the user'),
    workspace_role_id: whole('Id of the role in the workspace after the event'),
  },
  { named: 'EventWorkspaceUser', description: 'The user whose access changed' },
)

const ofWorkspaces = {
  workspace: optional(EventWorkspace),
  workspace_user: optional(EventWorkspaceUser),
} satisfies Record<WorkspaceEventField, unknown>

export const Event = Type.Object(
  {
    id: text('Identifies the event. The `webhook-id` of its notification is `msg_<event>_<listener>`'),
    seq: whole('Number of the event in its workspace, without gaps'),
    type: eventName(),
    created_at: timestamp({ description: 'When it happened' }),
    actor: EventActor,
    ...ofKinds,
    comment: optional(Comment),
    ...ofWorkspaces,
  },
  {
    named: 'Event',
    description: 'An entry of the log of a workspace. The subject is under its own name, as it was after the event',
  },
)

export const Events = Type.Object({ events: Type.Array(Event, { description: 'In the order of `seq`' }) })
