// A request to any address of the API with the token of the sign-in, for `tessera api`. All other commands use the
// client.

import { reasonOf } from './authorization-server.ts'
import type { CommandContext } from './command.ts'
import { NoConnection } from './exit-codes.ts'
import { userAgent } from './session.ts'

export interface ApiRequest {
  readonly method: string
  /** The path and query, from the origin. */
  readonly path: string
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export async function callApi(context: CommandContext, request: ApiRequest): Promise<Response> {
  const { token } = await context.profile()
  const first = await token()
  const response = await send(context, request, first)
  if (response.status !== 401) return response
  const second = await token(first)
  return second === first ? response : await send(context, request, second)
}

async function send(context: CommandContext, { method, path, body, headers = {} }: ApiRequest, token: string) {
  const { url } = await context.profile()
  const all = { authorization: `Bearer ${token}`, 'user-agent': userAgent, accept: 'application/json, */*', ...headers }
  try {
    const init = { method, headers: all, redirect: 'manual' as const, signal: context.signal }
    return await fetch(url + path, { ...init, ...(body === undefined ? {} : { body }) })
  } catch (error) {
    context.signal.throwIfAborted()
    throw new NoConnection(`${url} cannot be reached: ${reasonOf(error)}.`)
  }
}
