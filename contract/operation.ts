// How an operation is described: method, path, what must be loaded and allowed before it runs, its request and response,
// whether it may be repeated, and the set of status codes it may fail with. The operations themselves are in operations/.

import { type Static, type TSchema, Type } from 'typebox'
import type { Upload } from './kind.ts'
import { type PathParameter, parametersOf } from './path-parameters.ts'
import type { ApplicationFlag, OrganizationFlag, WorkspaceFlag } from './permissions.ts'
import type { ErrorSet } from './problem.ts'
import type { Attachment } from './references.ts'
import type { Scope } from './scopes.ts'

/** There is no flag for commenting: every role except Viewer has the right. */
export type WorkspaceRight = WorkspaceFlag | 'comment'

/** There is no flag for managing: the Owner and Admins have the right. */
export type OrganizationRight = OrganizationFlag | 'manage'

export type Needs =
  | { readonly load: 'nothing' }
  | { readonly load: 'caller'; readonly flag?: ApplicationFlag }
  | {
      readonly load: 'workspace'
      /** The caller needs one of these. If there are none, everyone with access may read. */
      readonly rights: readonly WorkspaceRight[]
      /** For each of these fields that the body contains, the caller needs the right as well. */
      readonly byField: Readonly<Record<string, WorkspaceRight>>
      readonly deleted: boolean
      /** If this field of the body is true, a deleted workspace is loaded, too. */
      readonly deletedTooIf: string | null
    }
  | { readonly load: 'organization'; readonly flags: readonly OrganizationRight[] }
  | { readonly load: 'user'; readonly right: UserRight }
  | { readonly load: 'listener' }
  | { readonly load: 'application' }
  | { readonly load: 'token' }

/** What the caller wants to do with a user: read or edit the record, read their lists, or lock them. */
export type UserRight = 'read' | 'edit' | 'lists' | 'lock'

export type LoadedThing = Needs['load']

const list = <T>(one?: T | readonly T[]): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one as T]

export const anyone = () => ({ load: 'nothing' }) as const
export const caller = (flag?: ApplicationFlag) => ({ load: 'caller', ...(flag ? { flag } : {}) }) as const
export const workspace = (
  rights?: WorkspaceRight | readonly WorkspaceRight[],
  {
    byField = {},
    deleted = false,
    deletedTooIf = null,
  }: { byField?: Record<string, WorkspaceRight>; deleted?: boolean; deletedTooIf?: string | null } = {},
) => ({ load: 'workspace', rights: list(rights), byField, deleted, deletedTooIf }) as const
export const organization = (flags?: OrganizationRight | readonly OrganizationRight[]) =>
  ({ load: 'organization', flags: list(flags) }) as const
export const user = (right: UserRight) => ({ load: 'user', right }) as const
export const own = <const Thing extends 'listener' | 'application' | 'token'>(thing: Thing) =>
  ({ load: thing }) as const

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Operation {
  readonly method: Method
  readonly path: string
  readonly title: string
  /** One sentence: what it does, and when to use it. */
  readonly description: string
  readonly needs: Needs
  /** The token needs all of these scopes. If there are none, every token will do, or none is needed. */
  readonly scopes: readonly Scope[]
  /** The scopes that a field of the body needs instead. */
  readonly scopesByField?: Readonly<Record<string, readonly Scope[]>>
  /** Only for the token of a browser session: neither a personal token nor an application can call it. */
  readonly browserOnly?: boolean
  /** Whether a token that is restricted to one workspace can call it. */
  readonly takesWorkspaceTokens: boolean
  readonly body?: TSchema
  readonly query?: TSchema
  readonly reply: TSchema
  readonly errors: ErrorSet
  readonly status: 200 | 201 | 202
  /** The reply is a file of one of these media types. Its schema is FileContent. */
  readonly content?: readonly string[]
  /** The body is a form with a file in this field. */
  readonly upload?: Upload
  readonly parameters: readonly PathParameter[]
  readonly repeat: Repeat
  /** A stored response is returned only to the grant that made the request, because it contains a token. */
  readonly replaysToSameGrant?: boolean
  /** The object that the path names by `object_type` and `object_id` must be of a kind that takes this. */
  readonly attaches?: Attachment
  /** The object has a version, which If-Match can require. */
  readonly hasVersion?: boolean
  /** The body's if_seq can require that the workspace has not changed since. */
  readonly hasSeq?: boolean
  /** How often a request counts in the rate limit, before what it asks for is added; 1 if omitted. */
  readonly cost?: number
}

/**
 * What a second request does if the response to the first was lost. `safe`: it changes nothing. `idempotent`: the result is
 * the same as after one. `keyed`: nothing, because both carry the same Idempotency-Key. `never`: it happens twice, so a
 * client must not repeat it.
 */
export type Repeat = 'safe' | 'idempotent' | 'keyed' | 'never'

const repeatByMethod = { GET: 'safe', POST: 'keyed', PUT: 'idempotent', DELETE: 'idempotent' } as const

/** What a row may leave out, because it follows from the method, the path or the needs. */
type DerivedColumn = 'status' | 'repeat' | 'scopes' | 'takesWorkspaceTokens'
type Row = Omit<Operation, 'method' | 'path' | 'parameters' | DerivedColumn> & Partial<Pick<Operation, DerivedColumn>>
type DefinedOperation<M extends Method, Path extends string, R> = R &
  Pick<Operation, 'parameters' | DerivedColumn> & { method: M; path: Path }

const define =
  <const M extends Method>(method: M) =>
  <const Path extends string, const R extends Row>(path: Path, row: R): DefinedOperation<M, Path, R> => ({
    ...row,
    method,
    path,
    parameters: parametersOf(path),
    repeat: row.repeat ?? repeatByMethod[method],
    status: row.status ?? 200,
    scopes: row.scopes ?? scopesOf(method, row.needs),
    takesWorkspaceTokens: row.takesWorkspaceTokens ?? belongsToWorkspace.includes(row.needs.load),
  })

const belongsToWorkspace: readonly LoadedThing[] = ['nothing', 'workspace', 'listener', 'token']

/**
 * What hands the content of boards to somebody (a receiver, the readers of a publication, other people) needs `read`
 * besides, so that no token reads in a roundabout way what it may not read.
 */
export const handsOn = (scope: Scope): readonly Scope[] => ['read', scope]

/** Reading needs `read`, changing workspaces `write`, and everything about accounts and organizations `admin`. */
function scopesOf(method: Method, needs: Needs): readonly Scope[] {
  const scope = scopeOf(method, needs)
  return scope === null ? [] : [scope]
}

function scopeOf(method: Method, needs: Needs): Scope | null {
  const isRead = method === 'GET'
  switch (needs.load) {
    case 'nothing':
      return null
    case 'workspace':
      return isRead ? 'read' : needs.rights.includes('comment') ? 'comment' : 'write'
    case 'organization':
      if (isRead) return needs.flags.includes('manage') ? 'admin' : 'read'
      return needs.flags.includes('can_create_workspace') ? 'write' : 'admin'
    case 'user':
      return isRead ? 'read' : needs.right === 'edit' ? 'write' : 'admin'
    case 'caller':
      return isRead && needs.flag === undefined ? 'read' : 'admin'
    default:
      return 'admin'
  }
}

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const remove = define('DELETE')

/** The reply of an operation that returns a file: bytes, with an ETag and a file name. */
export const FileContent = Type.Unsafe<never>({ type: 'string', contentMediaType: 'application/octet-stream' })

export const Message = Type.Object(
  { message: Type.String({ description: 'What was done, in English. It is for people and can change' }) },
  { named: 'Message', description: 'The request has succeeded' },
)

export type BodyOf<O> = O extends { body: infer B extends TSchema } ? Static<B> : Record<never, never>
export type QueryOf<O> = O extends { query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
export type ReplyOf<O> = O extends { reply: infer R extends TSchema } ? Static<R> : never
