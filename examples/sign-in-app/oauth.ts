// The OAuth part: authorization code with PKCE (RFC 7636), as any OAuth library would do it.

import { createHash, randomBytes } from 'node:crypto'

export interface OAuthSettings {
  /** The address of Tessera. */
  readonly url: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
  readonly redirectUri: string
}

/** What has to be remembered between sending someone to Tessera and their return. */
export interface Attempt {
  readonly state: string
  readonly verifier: string
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

export function newAttempt(): Attempt {
  return { state: randomBytes(32).toString('base64url'), verifier: randomBytes(32).toString('base64url') }
}

export function authorizationUrl({ url, clientId, redirectUri }: OAuthSettings, { state, verifier }: Attempt): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${url}/api/authorize?${query}`
}

/** Exchanges the code for tokens, after checking that the answer belongs to the attempt of this browser. */
export async function finishAttempt(
  settings: OAuthSettings,
  attempt: Attempt,
  answer: URLSearchParams,
): Promise<Tokens> {
  if (answer.get('state') !== attempt.state) throw new Error('The answer does not belong to this browser.')
  if (answer.get('iss') !== settings.url) throw new Error('The answer is not from Tessera.')
  const error = answer.get('error')
  if (error) throw new Error(error === 'access_denied' ? 'You did not allow access.' : `Tessera answered ${error}.`)
  return await requestTokens(settings, {
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri: settings.redirectUri,
    code_verifier: attempt.verifier,
  })
}

/** Each refresh returns a new refresh token, and the old one must not be used again. */
export async function refresh(settings: OAuthSettings, { refresh_token }: Tokens): Promise<Tokens> {
  return await requestTokens(settings, { grant_type: 'refresh_token', refresh_token })
}

/** Ends the authorization at Tessera, with all of its tokens. */
export async function revoke(settings: OAuthSettings, { refresh_token }: Tokens): Promise<void> {
  await post(settings, '/api/v2/oauth2/revoke', { token: refresh_token })
}

async function requestTokens(settings: OAuthSettings, fields: Record<string, string>): Promise<Tokens> {
  const response = await post(settings, '/api/v2/oauth2/token', fields)
  if (!response.ok) throw new Error(`Tessera refused: ${await response.text()}`)
  return (await response.json()) as Tokens
}

async function post({ url, clientId, clientSecret }: OAuthSettings, path: string, fields: Record<string, string>) {
  const credentials = { client_id: clientId, ...(clientSecret !== null && { client_secret: clientSecret }) }
  return await fetch(url + path, { method: 'POST', body: new URLSearchParams({ ...fields, ...credentials }) })
}
