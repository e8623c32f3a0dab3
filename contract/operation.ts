// How an operation is described: method, path, what must be loaded and allowed before it runs, what goes in and comes
// out, and the set of status codes it may fail with. The operations themselves are in operations/.

import { type Static, type TSchema, Type } from 'typebox'
import type { Upload } from './kind.ts'
import type { ApplicationFlag, OrganizationFlag, WorkspaceFlag } from './permissions.ts'
import type { ErrorSet } from './problem.ts'

/** Commenting has no flag of its own: every role but Viewer may. */
export type WorkspaceRight = WorkspaceFlag | 'comment'

/** Managing has no flag of its own: the Owner and Admins do. */
export type OrganizationRight = OrganizationFlag | 'manage'

export type Needs =
  | { readonly load: 'nothing' }
  | { readonly load: 'caller'; readonly flag?: ApplicationFlag }
  | {
      readonly load: 'workspace'
      /** One of these; all may read where it is empty. */
      readonly rights: readonly WorkspaceRight[]
      /** Besides, for each of these fields that is sent, its right. */
      readonly byField: Readonly<Record<string, WorkspaceRight>>
      readonly deleted: boolean
    }
  | { readonly load: 'organization'; readonly flags: readonly OrganizationRight[] }
  | { readonly load: 'user'; readonly right: UserRight }
  | { readonly load: 'listener' }
  | { readonly load: 'application' }
  | { readonly load: 'token' }

/** What is asked about another person: to read the record, to change it, to see their lists, to lock them. */
export type UserRight = 'read' | 'edit' | 'lists' | 'lock'

export type LoadedBy = Needs['load']

const list = <T>(one?: T | readonly T[]): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one as T]

export const nobody = () => ({ load: 'nothing' }) as const
export const caller = (flag?: ApplicationFlag) => ({ load: 'caller', ...(flag ? { flag } : {}) }) as const
export const workspace = (
  rights?: WorkspaceRight | readonly WorkspaceRight[],
  more: { byField?: Record<string, WorkspaceRight>; deleted?: boolean } = {},
) => ({ load: 'workspace', rights: list(rights), byField: more.byField ?? {}, deleted: more.deleted ?? false }) as const
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
  readonly needs: Needs
  readonly body?: TSchema
  readonly query?: TSchema
  readonly reply: TSchema
  readonly errors: ErrorSet
  readonly status: 200 | 201
  /** The body is a form with a file in this field. */
  readonly upload?: Upload
}

type Row = Omit<Operation, 'method' | 'path' | 'status'> & { readonly status?: 200 | 201 }
type Defined<M extends Method, Path extends string, R> = R & { method: M; path: Path; status: 200 | 201 }

const define =
  <const M extends Method>(method: M) =>
  <const Path extends string, const R extends Row>(path: Path, row: R): Defined<M, Path, R> => ({
    ...row,
    method,
    path,
    status: row.status ?? 200,
  })

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const remove = define('DELETE')

export const Message = Type.Object({ message: Type.String() })

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Organization, user (or "me") and job ids are integers, all other ids are strings. */
type ParameterType<Name> = Name extends 'user_id'
  ? number | 'me'
  : Name extends 'organization_id' | 'job_id'
    ? number
    : string

export type ParametersOf<O extends { path: string }> = { [Name in ParameterNames<O['path']>]: ParameterType<Name> }
export type BodyOf<O> = O extends { body: infer B extends TSchema } ? Static<B> : Record<never, never>
export type QueryOf<O> = O extends { query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
export type ReplyOf<O> = O extends { reply: infer R extends TSchema } ? Static<R> : never

export const parameterNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)
