// The requests of `login` and `logout` to the authorization server: RFC 8414, 6749, 7009 and 8628.

import { exitCodeOfStatus, exitCodes, NoConnection, NotAllowed } from './exit-codes.ts'

/** The client that is built into every server. It is public, so it has no secret. */
export const clientId = 'tessera-cli'

export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
  readonly device_authorization_endpoint?: string
}

export interface TokenReply {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_at: number
  readonly scope: string
}

/** The server refused, with an error code of RFC 6749 or RFC 8628. */
export class AuthorizationError extends NotAllowed {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

export async function fetchMetadata(url: string, signal?: AbortSignal): Promise<ServerMetadata> {
  const { status, json } = await request(`${url}/.well-known/oauth-authorization-server`, { signal })
  const metadata = json as Partial<ServerMetadata> | null
  if (status !== 200 || !metadata?.token_endpoint || !metadata.authorization_endpoint)
    throw new NoConnection(`There is no Tessera server at ${url}.`)
  return metadata as ServerMetadata
}

export const requestTokens = (
  endpoint: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TokenReply> => postForm<TokenReply>(endpoint, { client_id: clientId, ...fields }, signal)

export const revoke = (endpoint: string, token: string): Promise<unknown> =>
  postForm(endpoint, { client_id: clientId, token })

/** Throws an AuthorizationError. */
export async function postForm<Reply>(
  url: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Reply> {
  const { status, json } = await request(url, { method: 'POST', body: new URLSearchParams(fields), signal })
  if (status === 200) return json as Reply
  const { error, error_description } = (json ?? {}) as { error?: string; error_description?: string }
  if (error === undefined || exitCodeOfStatus(status) === exitCodes.noConnection)
    throw new NoConnection(`${new URL(url).origin} responded with status ${status}.`)
  throw new AuthorizationError(error, error_description ?? error)
}

const timeoutMs = 20_000

async function request(
  url: string,
  init: { method?: string; body?: URLSearchParams; signal?: AbortSignal | undefined },
) {
  const { signal, ...rest } = init
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...rest, redirect: 'manual', signal: signal ? anyOf(signal, limit) : limit })
    const text = await response.text()
    return { status: response.status, json: parse(text) }
  } catch (error) {
    signal?.throwIfAborted()
    throw new NoConnection(`${new URL(url).origin} cannot be reached: ${reasonOf(error)}.`)
  }
}

const anyOf = (...signals: AbortSignal[]) => AbortSignal.any(signals)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** fetch only reports that it failed; the reason is in the cause. */
export function reasonOf(failure: unknown): string {
  const { message, cause } = failure as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(failure)
}
