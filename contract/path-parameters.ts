// The parameters of an operation's path: the shape of each id, for the server that reads them, the client that types them
// and the API reference that describes them.

import { maxId } from './values.ts'

export interface IdShape {
  readonly type: 'string' | 'integer'
  /** What the text in the path must match. */
  readonly pattern: RegExp
  /** A name that stands for the id of the caller. */
  readonly alias?: 'me'
  readonly example?: string | number
  /** What it identifies, for the API reference. */
  readonly about?: string
}

const text = (pattern: RegExp, about: string, example: string) => ({ type: 'string', pattern, about, example }) as const
const integer = (about: string, example: number) =>
  ({ type: 'integer', pattern: /^[1-9]\d{0,9}$/, about, example }) as const

const word = (about: string, example: string) => text(/^[\w-]{1,64}$/, about, example)

/** Every other id is that of an object, a comment, a listener or the like. */
const objectId = (about: string): IdShape => text(/^[0-9a-f]{24}$/, about, '68f1a2b3c4d5e6f708192a3b')

const idShapes = {
  workspace_id: text(/^[A-Za-z0-9]{20}$/, 'The `uid` of the workspace', 'q8TzV2mXc4LrWd7KpN1s'),
  organization_id: integer('Id of the organization', 1),
  user_id: { ...integer('Id of the user, or `me` for yourself', 7), alias: 'me' },
  job_id: integer('Id of the failed job', 41),
  object_type: word('The kind of the object, as in the paths of its operations', 'notes'),
  // A client id can be the URL of a client's metadata document.
  client_id: text(/^([\w-]{1,64}|https?:\/\/[\x21-\x7e]{1,500})$/, 'Client id of the application', 'app_5f2d8c1e'),
  token_id: word('Id of the personal token', '68f1a2b3c4d5e6f708192a3b'),
  session_id: word('Id of the session', '68f1a2b3c4d5e6f708192a3b'),
  passkey_id: text(/^[\w-]{1,1400}$/, 'Id of the passkey', 'KEDetxZcUfinhVi6Za5nZQ'),
} as const satisfies Record<string, IdShape>

type IdShapes = typeof idShapes

export interface PathParameter extends IdShape {
  readonly name: string
}

export const parameterNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)

export const parametersOf = (path: string): PathParameter[] =>
  parameterNames(path).map(name => ({
    name,
    ...((idShapes as Record<string, IdShape>)[name] ?? objectId(`Id of the ${name.replace(/_id$/, '')}`)),
  }))

/** The integer that a path parameter stands for; null if it cannot be an id. */
export function readIntegerId(text: string, { pattern }: IdShape): number | null {
  const id = pattern.test(text) ? Number(text) : 0
  return id >= 1 && id <= maxId ? id : null
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParameterType<Name> = Name extends keyof IdShapes
  ? (IdShapes[Name]['type'] extends 'integer' ? number : string) | AliasOf<IdShapes[Name]>
  : string

type AliasOf<Shape> = Shape extends { alias: infer Alias } ? Alias : never

export type ParametersOf<O extends { path: string }> = { [Name in ParameterNames<O['path']>]: ParameterType<Name> }
