// The API of a commit's server, called with plain requests. Its own description says which operations it has.

import { setTimeout as sleep } from 'node:timers/promises'

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly schema?: { readonly enum?: readonly string[] } }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
  }
}

interface Schema {
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Replies are whatever the commit's contract says. */
// biome-ignore lint/suspicious/noExplicitAny: each commit has its own types
export type Reply = any

export interface StateApi {
  readonly url: string
  /** Whether the commit has the operation, as `POST /workspaces/{workspace_id}/notes`. */
  has(method: Method, path: string): boolean
  /** The values that a path parameter of an operation allows. */
  allowedIn(method: Method, path: string, parameter: string): readonly string[]
  /** The values that a field of an operation's JSON body allows. */
  allowedInBody(method: Method, path: string, field: string): readonly string[]
  /** The documented body of an operation. */
  exampleOf(method: Method, path: string): Record<string, unknown> | undefined
  /** The events that the commit can cause; empty if its description does not list them. */
  readonly eventNames: readonly string[]
  /** The kinds of object that the commit has. */
  readonly kinds: readonly StateKind[]
  /** `token` null: without one. */
  call(
    token: string | null,
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

export interface StateKind {
  /** As in `NOTE_CREATE`. */
  readonly name: string
  readonly path: string
  readonly isUpdated: boolean
}

export async function openApi(url: string): Promise<StateApi> {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description
  const find = (method: Method, path: string) => description.paths[path]?.[method.toLowerCase()]
  const contentOf = (method: Method, path: string) => find(method, path)?.requestBody?.content['application/json']
  const resolve = (schema: Schema): Schema =>
    (schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1) as string] : schema) ?? schema
  const has: StateApi['has'] = (method, path) => find(method, path) !== undefined
  return {
    url,
    has,
    allowedIn: (method, path, parameter) =>
      find(method, path)?.parameters?.find(({ name }) => name === parameter)?.schema?.enum ?? [],
    allowedInBody: (method, path, field) =>
      resolve(contentOf(method, path)?.schema ?? {}).properties?.[field]?.enum ?? [],
    exampleOf: (method, path) => contentOf(method, path)?.example as Record<string, unknown> | undefined,
    eventNames: description.components.schemas.EventName?.enum ?? [],
    kinds: Object.keys(description.paths).flatMap(path => kindAt(has, path)),
    async call(token, method, path, body, headers = {}) {
      const isForm = body instanceof FormData
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text)
    },
  }
}

/** A kind is what can be created, listed, read and deleted in a workspace. */
function kindAt(has: StateApi['has'], item: string): StateKind[] {
  const [, collection, path, name] = /^(\/workspaces\/\{workspace_id\}\/([a-z]+))\/\{([a-z]+)_id\}$/.exec(item) ?? []
  if (collection === undefined || path === undefined || name === undefined) return []
  const isKind = has('POST', collection) && has('GET', collection) && has('GET', item) && has('DELETE', item)
  return isKind ? [{ name, path, isUpdated: has('PUT', item) }] : []
}

/** The first result that is not false; processing, publishing and delivery happen in the background. */
export async function waitFor<T>(what: string, read: () => Promise<T | false>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await read()
    if (found !== false) return found
    await sleep(200)
  }
  throw new Error(`still waiting after a minute: ${what}`)
}
