// What each message of the live socket means, with an example, for the AsyncAPI document.

import { workspaceFlags, workspaceRoles } from '@tessera/contract'

const id = '68f1a2b3c4d5e6f708192a3b'
const ann = { id: 7, email: 'ann@example.com', first_name: 'Ann', last_name: 'Archer' }
const person = {
  connection: 'c1',
  ...ann,
  type: 'browser',
  leader: false,
  cursor: { x: 120, y: 80 },
  view: null,
  selection: [id],
}
const { flags, ...standard } = workspaceRoles.standard
const role = {
  ...standard,
  ...{ organization_id: 1, is_editable: false, is_deletable: false, is_saml: false },
  ...Object.fromEntries(workspaceFlags.map(flag => [flag, flags.has(flag)])),
}
const error = { code: 'ForbiddenError', message: 'Your role does not allow changes', request_id: 'req-1a' }
const time = '2026-01-15T09:30:00.000Z'

const note = {
  id,
  ...{ x: 120, y: 80, width: 560, height: 320, text: 'Hello, world' },
  ...{ fontWeight: 'normal', textTransform: 'inherit', backgroundColor: 'Teal', pin: false, scale: 1, rotation: 0 },
  ...{ order: 'bm000000001', group: null, version: 1, created_at: time, updated_at: time },
}

// biome-ignore format: a table
export const liveMeanings: Readonly<Record<string, string>> = {
  client_hello:    'The first message, once, within 10 seconds',
  client_change:   'A list of changes, as in `objects.change`. A list that is sent again with the same id within a day is applied once',
  client_presence: 'The cursor, view and selection of the user, and what they are moving. Omitted fields do not change',
  client_lead:     'Starts or stops leading. Others can follow the view of the leader',
  client_follow:   'Follows the view of a user, or stops following',
  client_ping:     'Requests a pong, to check whether the connection is alive',
  server_welcome:  'The response to hello. A client that has everything up to `seq` has caught up',
  server_snapshot: 'The whole workspace as of `seq`, in several messages; `more` is false in the last. It replaces everything that the client has',
  server_events:   'The events of the workspace, in order',
  server_done:     'A list of changes was applied. It is sent after the events of the changes',
  server_refused:  'A list of changes was rejected; none of them was applied',
  server_presence: 'Who is connected and what they do, and which connections have closed. In a large room, `total` is the number of users and `people` has those whom the client sees',
  server_leader:   'Who is leading now, if anyone',
  server_role:     'The rights of the user have changed',
  server_pong:     'The response to a ping',
  server_error:    'A message from the client could not be processed',
}

export const liveExamples: Readonly<Record<string, object>> = {
  client_hello: { token: 'tsr_…', after: 41, as: 'app' },
  client_change: { id: 'change-1', changes: [{ op: 'update', id, data: { x: 200 } }] },
  client_presence: {
    cursor: { x: 120, y: 80 },
    view: { x: 0, y: 0, zoom: 1, width: 1440, height: 900 },
    selection: [id],
  },
  client_lead: { on: true },
  client_follow: { user_id: 7 },
  server_welcome: { connection: 'c1', seq: 41, user: ann, role, people: [person], leader: null },
  server_snapshot: { seq: 41, objects: [{ kind: 'note', ...note }], comments: [], more: false },
  server_events: {
    events: [{ id, seq: 42, type: 'NOTE_CREATE', created_at: time, actor: { ...ann, via: null }, note }],
  },
  server_done: { id: 'change-1', results: [{ note }], seq: 42 },
  server_refused: { id: 'change-1', error },
  server_presence: { people: [person], left: ['c0'] },
  server_leader: { user_id: 7 },
  server_role: { role },
  server_error: { error },
}
