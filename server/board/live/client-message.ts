// Parses client messages: JSON of a known type that matches the contract. Other fields are dropped.

import { badField, fieldErrorsOf, maxChanges, Problem } from '@tessera/contract'
import { type ClientMessages, clientMessages, type Motion } from '@tessera/contract/live'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { readJson } from '../../platform/limits/index.ts'
import { badFields, compileCheck } from '../../platform/problems/index.ts'

type Name = keyof ClientMessages
type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The changes are validated where they are applied: invalid ones are refused without closing the connection. */
export type ReadMessage = Exclude<ClientMessages[Name], { type: 'change' }> | UncheckedChange

export interface UncheckedChange {
  readonly type: 'change'
  readonly id: string
  readonly changes: unknown
}

/** Throws a BadRequest if it is not a valid message. */
export function readMessage(bytes: Buffer): ReadMessage {
  const value = readJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('BadRequest', 'A message must be a JSON object')
  const { type } = value as { type?: unknown }
  if (typeof type !== 'string' || !Object.hasOwn(readers, type))
    throw badField('type', `must be one of ${Object.keys(readers).join(', ')}`)
  return readers[type as Name](value as Record<string, unknown>)
}

type Cursor = NonNullable<ClientMessages['presence']['cursor']>
type View = NonNullable<ClientMessages['presence']['view']>

const readers: Record<Name, (value: Record<string, unknown>) => ReadMessage> = {
  hello: checked('hello', ({ type, token, after, as }) => ({ type, token, after, as })),
  change: readChange,
  presence: checked('presence', ({ type, cursor, view, selection, moving }) => {
    // The fields are copied one by one and always in the same order, for speed: these are the most frequent messages.
    const known: Writable<ClientMessages['presence']> = { type }
    if (cursor !== undefined) known.cursor = cursor && cursorOf(cursor)
    if (view !== undefined) known.view = view && viewOf(view)
    if (selection !== undefined) known.selection = selection
    if (moving !== undefined) known.moving = moving.map(one => pick(one, movingFields))
    return known
  }),
  lead: checked('lead', ({ type, on }) => ({ type, on })),
  follow: checked('follow', ({ type, user_id }) => ({ type, user_id })),
  ping: () => ({ type: 'ping' }),
}

const viewOf = ({ x, y, zoom, width, height }: View): View =>
  width === undefined || height === undefined ? { x, y, zoom } : { x, y, zoom, width, height }

const cursorOf = ({ x, y, laser }: Cursor): Cursor => (laser ? { x, y, laser } : { x, y })

const movingFields = Object.keys(
  clientMessages.presence.properties.moving.items.properties,
) as readonly (keyof Motion)[]

function checked<N extends Exclude<Name, 'change'>>(
  name: N,
  known: (message: ClientMessages[N]) => ClientMessages[N],
): (value: Record<string, unknown>) => ReadMessage {
  let compiled: ReturnType<typeof Compile> | undefined
  return value => {
    compiled ??= Compile(clientMessages[name])
    if (!compiled.Check(value)) throw badFields(fieldErrorsOf(compiled, value))
    return known(value as ClientMessages[N]) as ReadMessage
  }
}

function readChange({ id, changes }: Record<string, unknown>): UncheckedChange {
  if (typeof id !== 'string' || id === '' || id.length > 64)
    throw badField('id', 'must be a string of 1 to 64 characters')
  return { type: 'change', id, changes }
}

const checkChanges = compileCheck(
  Type.Object({ changes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxChanges }) }),
)

/** Throws a BadRequest if it is not a list. The operation checks its entries and reports all their errors. */
export const readChanges = (message: UncheckedChange) =>
  checkChanges(message).changes as ClientMessages['change']['changes']

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  return picked
}
