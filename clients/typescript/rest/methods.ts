// The types of the client's methods, derived from the table of operations.

import type { BodyOf, Operations, ParametersOf, QueryOf, ReplyOf } from '@tessera/contract'
import type { FileInput } from './form.ts'
import type { CallOptions } from './request.ts'

/** The nouns of the table of operations, each with a method for every verb: `client.notes.create(…)`. */
export type Client = {
  readonly [Noun in keyof Operations]: {
    readonly [Verb in keyof Operations[Noun]]: MethodOf<Operations[Noun][Verb] & { path: string }>
  }
}

/** Returns the body of the response as it is: `const { note } = await client.notes.get(…)`. */
export type MethodOf<O extends { path: string }> = ((...args: Arguments<O>) => Promise<Reply<O>>) & Walkable<O>

/** A file is a Blob with its media type. */
type Reply<O> = O extends { content: readonly string[] } ? Blob : ReplyOf<O>

type Arguments<O extends { path: string }> = [...Ids<O['path'], ParametersOf<O>>, ...Input<O>, options?: CallOptions]

type Ids<Path extends string, Types> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [...Id<Name, Types>, ...Ids<Rest, Types>]
  : Path extends `${string}:${infer Name}`
    ? Id<Name, Types>
    : []

/** The names are for the editor, which cannot derive them from the path. */
type Id<Name extends string, Types> = Name extends keyof Types
  ? Name extends 'workspace_id'
    ? [workspaceId: Types[Name]]
    : Name extends 'organization_id'
      ? [organizationId: Types[Name]]
      : Name extends 'user_id'
        ? [userId: Types[Name]]
        : Name extends 'object_type'
          ? [objectType: Types[Name]]
          : [id: Types[Name]]
  : never

type Input<O extends { path: string }> = O extends { body: object }
  ? Record<never, never> extends Body<O>
    ? [body?: Body<O>]
    : [body: Body<O>]
  : O extends { query: object }
    ? [query?: QueryOf<O>]
    : []

type Body<O> = O extends { upload: { field: infer Field extends string; isOptional: true } }
  ? BodyOf<O> & { [Name in Field]?: FileInput }
  : O extends { upload: { field: infer Field extends string; orByUrl: infer OrByUrl } }
    ? BodyOf<O> & FileOf<Field, OrByUrl>
    : BodyOf<O>

/** The file that an operation takes, or the address that the service fetches it from. */
type FileOf<Field extends string, OrByUrl> = OrByUrl extends true
  ? ({ [Name in Field]: FileInput } & { url?: never }) | ({ [Name in Field]?: never } & { url: string })
  : { [Name in Field]: FileInput }

type Walkable<O extends { path: string }> = 'limit' extends keyof QueryOf<O>
  ? {
      /** Iterates over all items of the list and fetches pages as needed; `limit` is the size of a page. */
      readonly all: (...args: Arguments<O>) => AsyncGenerator<ItemOf<ReplyOf<O>>, void, undefined>
    }
  : unknown

type ItemOf<Reply> = { [Name in keyof Reply]: Reply[Name] extends readonly (infer Item)[] ? Item : never }[keyof Reply]
