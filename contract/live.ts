// The messages of the live socket in both directions: JSON objects, distinguished by `type`. Changes, objects, events and
// errors have the same format as in the operations.

import { type Static, type TSchema, Type } from 'typebox'
import { ChangeList, ChangeResultSchema } from './change-list.ts'
import { anchorSides, type ConnectorEnd } from './kinds/connector.ts'
import { AnyObject } from './operations/objects.ts'
import { ErrorReply } from './problem.ts'
import { Comment } from './records/comment.ts'
import { Event } from './records/event.ts'
import { WorkspaceRole } from './records/role.ts'
import { ActiveUser, Actor } from './records/user.ts'
import { integer, oneOf, optional, orNull, rowId } from './values.ts'

/** Why the server closes a connection, in addition to the codes of the protocol (1007, 1009, …). */
export const closeCodes = {
  /** An invalid message, or one of unknown type. */
  badMessage: 4400,
  /** The token is missing, invalid, expired or revoked, or the user is locked. */
  token: 4401,
  notAllowed: 4403,
  noWorkspace: 4404,
  /** No hello within `helloMs`. */
  noHello: 4408,
  tooMany: 4429,
  /** The user has as many connections open as the server allows: close one first. */
  tooManyConnections: 4430,
  /** An internal error, or the database is unavailable: reconnect later. */
  internalError: 1011,
  /** The server stops or restarts: reconnect at once. */
  restart: 1012,
} as const

export const liveLimits = {
  helloMs: 10_000,
  /** The largest message a client may send. */
  messageBytes: 1_048_576,
  /** How often presence may be sent. A little more is ignored, much more closes the connection. */
  presencePerSecond: 30,
  /** How many changes of one connection may be without a response. */
  pendingChanges: 100,
  selection: 500,
  moving: 500,
} as const

const coordinate = (description?: string) =>
  Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000, ...(description ? { description } : {}) })
const extent = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description })
const right = 'Distance to the right of the origin of the board'
const down = 'Distance down from the origin of the board'

const describe = <S extends TSchema>(schema: S, description: string): S => ({ ...schema, description })

const Cursor = Type.Object(
  {
    x: coordinate(right),
    y: coordinate(down),
    laser: optional(
      Type.Boolean({ description: 'True while the user points with a laser: other users see a trail that fades' }),
    ),
  },
  { description: 'Position of the pointer' },
)
const View = Type.Object(
  {
    x: coordinate(right),
    y: coordinate(down),
    zoom: Type.Number({ minimum: 0.0001, maximum: 10_000, description: 'Pixels per unit of the board' }),
  },
  { description: 'The center of the visible part of the board, and its zoom' },
)
/** What a client reports of its view. Others receive the center and the zoom. */
const OwnView = Type.Object(
  {
    ...View.properties,
    width: optional(
      Type.Number({
        minimum: 1,
        maximum: 100_000,
        description: 'The width of the window in pixels. In a large room the client receives the people in that window',
      }),
    ),
    height: optional(Type.Number({ minimum: 1, maximum: 100_000, description: 'The height of the window in pixels' })),
  },
  { description: 'The center of the visible part of the board, its zoom, and the size of the window' },
)
const objectName = () => Type.String({ minLength: 1, maxLength: 64 })
const Selection = Type.Array(objectName(), { maxItems: liveLimits.selection })

/** The end of a connector in a gesture. */
const ConnectorEndShown = Type.Unsafe<ConnectorEnd>(
  Type.Object({
    id: optional(objectName()),
    anchor: optional(Type.Union([oneOf(anchorSides, 'auto'), Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })])),
    x: optional(coordinate()),
    y: optional(coordinate()),
  }),
)

/** The position of an object during a gesture, or the points so far of a stroke being drawn. */
const Motion = Type.Object(
  {
    id: describe(objectName(), 'The id of the object, or a name of your own for one that does not exist yet'),
    x: optional(coordinate(right)),
    y: optional(coordinate(down)),
    width: optional(extent('The width')),
    height: optional(extent('The height')),
    scale: optional(Type.Number({ minimum: 0, maximum: 100, description: 'The scale' })),
    rotation: optional(Type.Number({ minimum: 0, maximum: 360, description: 'Degrees clockwise about the center' })),
    fontSize: optional(Type.Number({ minimum: 1, maximum: 2_000, description: 'The size of its text' })),
    from: optional(describe(ConnectorEndShown, 'Where a connector starts')),
    to: optional(describe(ConnectorEndShown, 'Where a connector ends')),
    via: optional(
      Type.Array(Type.Unsafe<[x: number, y: number]>(Type.Array(coordinate(), { minItems: 2, maxItems: 2 })), {
        maxItems: 32,
        description: 'The bends of a connector',
      }),
    ),
    labelAt: optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Where the label of a connector is on its path' }),
    ),
    points: optional(
      Type.Array(integer(), {
        maxItems: 20_000,
        description: 'x1, y1, x2, y2, … of a stroke; none if it is being erased entirely',
      }),
    ),
    penColor: optional(Type.String({ maxLength: 32, description: 'The color of a stroke' })),
    brushSize: optional(Type.Number({ minimum: 0, maximum: 1_000, description: 'The width of a stroke' })),
    brushType: optional(Type.String({ maxLength: 32, description: 'Type of the brush' })),
    targetId: optional(orNull(describe(objectName(), 'The object that a stroke is being drawn on'))),
  },
  { description: 'An object that a user is moving or resizing, or a stroke that they are drawing' },
)

const message = <const Name extends string, const Fields extends Record<string, TSchema>>(name: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(name), ...fields })

/** The first message, once, within `helloMs`. */
const Hello = message('hello', {
  /** Can be sent in the Authorization header of the upgrade instead. */
  token: optional(Type.String({ maxLength: 8_192 })),
  /** The last seq that the client has; null requests a snapshot. */
  after: optional(orNull(Type.Integer({ minimum: 0 }))),
  as: optional(oneOf(['browser', 'app'], 'app')),
})

/** The same id sent again by the same user within a day takes effect once, and has the same response. */
const ChangeMessage = message('change', {
  id: Type.String({ minLength: 1, maxLength: 64 }),
  changes: ChangeList,
})

/** Omitted fields do not change. */
const PresenceMessage = message('presence', {
  cursor: optional(orNull(Cursor)),
  view: optional(orNull(OwnView)),
  selection: optional(Selection),
  /** Objects in a gesture; an empty list when it is over. Shown to others, never stored. */
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

/** A program that works on the board for a user. */
const Agent = Type.Object(
  {
    name: orNull(Type.String({ description: 'The name of the program; null if it uses a personal token of the user' })),
    at: orNull(
      Type.Object(
        { x: coordinate(right), y: coordinate(down), width: extent('The width'), height: extent('The height') },
        { description: 'The part of the board that it last read or changed; null if it was no part of the board' },
      ),
    ),
  },
  {
    description:
      'Only present for an agent that uses tools of the service. It has no connection, and is shown for a limited time after its last call',
  },
)

/** A user in the workspace, once per connection, and once for each agent that works for them. */
export const LivePerson = Type.Object(
  {
    connection: Type.String({ description: 'The id of the connection' }),
    ...ActiveUser.properties,
    cursor: orNull(Cursor),
    view: orNull(View),
    selection: describe(Selection, 'The ids of the selected objects'),
    moving: optional(
      Type.Array(Motion, { description: 'The objects that they are moving or resizing; omitted if there are none' }),
    ),
    following: optional(Type.Integer({ description: 'The id of the user that they follow, if any' })),
    agent: optional(Agent),
  },
  { description: 'A user in the workspace, once per connection, and once for each agent that works for them' },
)

const Problem = ErrorReply.properties.error

/** In a large room, `people` has a page only: those in view, the leader, those that the client follows, agents, itself. */
const PeopleTotal = Type.Integer({
  description:
    'Number of connected users, each counted once. Only present in a large room, where `people` has only some of them',
})

/** The response to hello. A client that has everything up to `seq` has caught up. */
const Welcome = message('welcome', {
  connection: Type.String(),
  seq: Type.Integer(),
  user: Actor,
  role: WorkspaceRole,
  /** Everyone, the client included; in a large room a page. */
  people: Type.Array(LivePerson),
  total: optional(PeopleTotal),
  leader: orNull(Type.Integer()),
})

/** The whole workspace as of `seq`, in several messages; `more` is false in the last. It replaces everything that the
 * client has. A client that reads too slowly receives one in the middle of a connection. */
const Snapshot = message('snapshot', {
  seq: Type.Integer(),
  objects: Type.Array(AnyObject),
  comments: Type.Array(Comment),
  more: Type.Boolean(),
})

const EventsMessage = message('events', { events: Type.Array(Event) })

/** Sent after the events of the change, whose numbers are at most `seq`. */
const Done = message('done', {
  id: Type.String(),
  results: Type.Array(ChangeResultSchema),
  seq: Type.Integer(),
})

const Refused = message('refused', { id: Type.String(), error: Problem })

const PeopleMessage = message('presence', {
  people: Type.Array(LivePerson),
  /** The connections that have closed, or that a large room no longer shows to the client. */
  left: Type.Array(Type.String()),
  /** True if `people` replaces all that the client knows. */
  all: optional(Type.Boolean()),
  total: optional(PeopleTotal),
})

const Leader = message('leader', { user_id: orNull(Type.Integer()) })

/** The rights of the user have changed. */
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
export type LiveAgent = Static<typeof Agent>
export type LivePerson = Static<typeof LivePerson>
export type Motion = Static<typeof Motion>
