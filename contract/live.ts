// The messages of the live socket, in both directions: JSON objects, told apart by `type`. Changes, objects, events and
// errors look as they do in the operations.

import { type Static, type TSchema, Type } from 'typebox'
import { AnyObject, ChangeList, type ChangeResult } from './operations/objects.ts'
import { ErrorReply } from './problem.ts'
import { Comment } from './records/comment.ts'
import { Event } from './records/event.ts'
import { WorkspaceRole } from './records/role.ts'
import { ActiveUser, Actor } from './records/user.ts'
import { integer, oneOf, optional, orNull, rowId } from './values.ts'

/** Why the server ends a connection. Those of the protocol itself (1007, 1009 …) come besides. */
export const closeCodes = {
  /** A bad message, or one of unknown type. */
  badMessage: 4400,
  /** No, bad, ended or revoked token; locked user. */
  token: 4401,
  notAllowed: 4403,
  noWorkspace: 4404,
  /** No hello within `helloMs`. */
  noHello: 4408,
  tooMany: 4429,
  /** Our fault, or the database is away: come back a little later. */
  fault: 1011,
  /** The server ends, or starts anew: come back at once. */
  restart: 1012,
} as const

export const liveLimits = {
  helloMs: 10_000,
  /** The largest message a client may send. */
  messageBytes: 1_048_576,
  /** Presence may be sent this often; somewhat more is passed over in silence, much more ends the connection. */
  presencePerSecond: 30,
  /** Changes of one connection that may wait for their answer. */
  changesUnderWay: 100,
  selection: 500,
  moving: 500,
} as const

const coordinate = () => Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
const extent = () => Type.Number({ minimum: 0, maximum: 1_000_000 })

const Cursor = Type.Object({ x: coordinate(), y: coordinate() })
const View = Type.Object({ x: coordinate(), y: coordinate(), zoom: Type.Number({ minimum: 0.0001, maximum: 10_000 }) })
const objectName = () => Type.String({ minLength: 1, maxLength: 64 })
const Selection = Type.Array(objectName(), { maxItems: liveLimits.selection })

/** Where an object is at the moment, in the middle of a gesture; or the points so far of a stroke being drawn. */
const Motion = Type.Object({
  /** Of the object, or a name of one's own for what does not exist yet. */
  id: objectName(),
  x: optional(coordinate()),
  y: optional(coordinate()),
  width: optional(extent()),
  height: optional(extent()),
  scale: optional(Type.Number({ minimum: 0, maximum: 100 })),
  points: optional(Type.Array(integer(), { maxItems: 20_000 })),
  penColor: optional(Type.String({ maxLength: 32 })),
  brushSize: optional(Type.Number({ minimum: 0, maximum: 1_000 })),
  brushType: optional(Type.String({ maxLength: 32 })),
  /** The object that a stroke is being drawn on. */
  targetId: optional(orNull(objectName())),
})

const message = <const Name extends string, const Fields extends Record<string, TSchema>>(name: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(name), ...fields })

/** First, once, within `helloMs`. */
const Hello = message('hello', {
  /** May come in the Authorization header of the upgrade instead. */
  token: optional(Type.String({ maxLength: 8_192 })),
  /** The last seq it has, or null: then it gets a snapshot. */
  after: optional(orNull(Type.Integer({ minimum: 0 }))),
  as: optional(oneOf(['browser', 'app'], 'app')),
})

/** The same id sent again by the same person within a day happens once, and is answered as the first time. */
const ChangeMessage = message('change', {
  id: Type.String({ minLength: 1, maxLength: 64 }),
  changes: ChangeList,
})

/** A field that is not sent stays as it is. */
const PresenceMessage = message('presence', {
  cursor: optional(orNull(Cursor)),
  view: optional(orNull(View)),
  selection: optional(Selection),
  /** What is in the middle of a gesture; an empty list when it is over. Shown to others, never stored. */
  moving: optional(Type.Array(Motion, { maxItems: liveLimits.moving })),
})

const Lead = message('lead', { on: Type.Boolean() })
const Follow = message('follow', { user_id: orNull(rowId()) })
const Ping = message('ping', {})

export const clientMessages = {
  hello: Hello,
  change: ChangeMessage,
  presence: PresenceMessage,
  lead: Lead,
  follow: Follow,
  ping: Ping,
} as const

/** Somebody who is there, once for each connection of theirs. */
export const LivePerson = Type.Object({
  connection: Type.String(),
  ...ActiveUser.properties,
  cursor: orNull(Cursor),
  view: orNull(View),
  selection: Selection,
  /** Not there where nothing moves. */
  moving: optional(Type.Array(Motion)),
  /** The person whom they follow, where they do. */
  following: optional(Type.Integer()),
})

const Problem = ErrorReply.properties.error

/** The answer to hello. Whoever has got everything up to `seq` has caught up. */
const Welcome = message('welcome', {
  connection: Type.String(),
  seq: Type.Integer(),
  user: Actor,
  role: WorkspaceRole,
  /** Everybody, oneself included. */
  people: Type.Array(LivePerson),
  leader: orNull(Type.Integer()),
})

/** All there is as of `seq`, in as many messages as it takes; the last says that there is no more. It replaces everything
 * that the client has, also where it comes in the middle: then the client had read too slowly. */
const Snapshot = message('snapshot', {
  seq: Type.Integer(),
  objects: Type.Array(AnyObject),
  comments: Type.Array(Comment),
  more: Type.Boolean(),
})

const EventsMessage = message('events', { events: Type.Array(Event) })

/** Sent after the events of the change, which stand at or before `seq`. */
const Done = message('done', {
  id: Type.String(),
  results: Type.Array(Type.Unsafe<ChangeResult>({})),
  seq: Type.Integer(),
})

const Refused = message('refused', { id: Type.String(), error: Problem })

const PeopleMessage = message('presence', {
  people: Type.Array(LivePerson),
  /** The connections that are gone. */
  left: Type.Array(Type.String()),
  /** True where `people` is everybody, and who is not in it is gone. */
  all: optional(Type.Boolean()),
})

const Leader = message('leader', { user_id: orNull(Type.Integer()) })

/** What the person may do has changed. */
const RoleMessage = message('role', { role: WorkspaceRole })

const Pong = message('pong', {})
const ErrorMessage = message('error', { error: Problem })

export const serverMessages = {
  welcome: Welcome,
  snapshot: Snapshot,
  events: EventsMessage,
  done: Done,
  refused: Refused,
  presence: PeopleMessage,
  leader: Leader,
  role: RoleMessage,
  pong: Pong,
  error: ErrorMessage,
} as const

export type ClientMessages = { [Name in keyof typeof clientMessages]: Static<(typeof clientMessages)[Name]> }
export type ServerMessages = { [Name in keyof typeof serverMessages]: Static<(typeof serverMessages)[Name]> }
export type ClientMessage = ClientMessages[keyof ClientMessages]
export type ServerMessage = ServerMessages[keyof ServerMessages]
export type LivePerson = Static<typeof LivePerson>
export type Motion = Static<typeof Motion>
