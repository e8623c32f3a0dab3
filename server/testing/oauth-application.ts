// An OAuth application for tests: registered by Ann, allowed by users in their browsers, using the token endpoint.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { password, setTestPassword, type Visitor, visitor } from './visitor.ts'
import type { Person, World } from './world.ts'

export const callback = 'https://app.example.com/callback?from=tessera'

export interface ApplicationSettings {
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none'
  readonly bot?: boolean
  readonly require_pkce?: boolean
  readonly allow_implicit?: boolean
  readonly redirect_uris?: string[]
}

export interface TestApplication {
  readonly client_id: string
  readonly client_secret: string
}

export async function newApplication({ ann }: World, settings: ApplicationSettings = {}): Promise<TestApplication> {
  const { application } = await ann.applications.create({ name: 'Mirror <b>&', redirect_uris: [callback], ...settings })
  return { client_id: application.client_id, client_secret: application.client_secret as string }
}

/** A public client has no secret. */
export type TestClient = Pick<TestApplication, 'client_id'> & Partial<TestApplication>

export async function newPublicClient(world: World, redirect_uris = [callback]): Promise<TestClient> {
  const { client_id } = await newApplication(world, { token_endpoint_auth_method: 'none', redirect_uris })
  return { client_id }
}

export const authorizePath = (client_id: string, more: Record<string, string> = {}) =>
  `/api/authorize?${new URLSearchParams({ client_id, redirect_uri: callback, response_type: 'code', ...more })}`

/** Signs in and presses Allow or Deny; returns the URL of the redirect. */
export async function decide(
  world: World,
  person: Person,
  path: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const browser = await signInFor(world, person)
  const response = await browser.fillIn(path, { decision })
  assert.equal(response.status, 303, await response.text())
  return new URL(response.headers.get('location') as string)
}

/** With a new browser session. */
export async function signInFor(world: World, person: Person): Promise<Visitor> {
  await setTestPassword(world, person)
  const browser = visitor(world.url)
  const response = await browser.fillIn('/sign-in', { email: person.email, password })
  assert.equal(response.status, 303, await response.text())
  return browser
}

export const whitelist = (world: World, { client_id }: TestClient): Promise<URL> =>
  decide(world, world.ann, authorizePath(client_id, { scope: 'org', org_id: String(world.organization) }))

export const codeFor = async (world: World, person: Person, { client_id }: TestClient, more = {}) =>
  (await decide(world, person, authorizePath(client_id, more))).searchParams.get('code') as string

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_at: number
  readonly token_type: string
  readonly scope: string
}

type Fields = Record<string, string | undefined>

/** Sends a token request as JSON, with the credentials of the application. */
export const requestTokens = ({ url }: World, application: TestClient, fields: Fields): Promise<Response> =>
  fetch(`${url}/api/v2/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...application, redirect_uri: callback, ...fields }),
  })

export async function getTokens(world: World, application: TestClient, fields: Fields): Promise<Tokens> {
  const response = await requestTokens(world, application, fields)
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as Tokens
}

export const exchangeCode = (world: World, application: TestClient, code: string, more: Fields = {}) =>
  requestTokens(world, application, { grant_type: 'authorization_code', code, ...more })

export const refreshTokens = (world: World, application: TestClient, refresh_token: string, more: Fields = {}) =>
  requestTokens(world, application, { grant_type: 'refresh_token', refresh_token, ...more })

/** Tokens of a user for an application that Ann's organization has whitelisted. */
export async function tokensFor(world: World, person: Person, application: TestClient): Promise<Tokens> {
  await whitelist(world, application)
  const code = await codeFor(world, person, application)
  return await getTokens(world, application, { grant_type: 'authorization_code', code })
}

export function newVerifier() {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, code_challenge, code_challenge_method: 'S256' }
}

/** Tokens of a user for a public client, after sign-in, consent and PKCE. */
export async function publicTokensFor(world: World, person: Person, client: TestClient, more = {}): Promise<Tokens> {
  const { code_verifier, ...challenge } = newVerifier()
  const code = await codeFor(world, person, client, { ...challenge, ...more })
  return await getTokens(world, client, { grant_type: 'authorization_code', code, code_verifier, ...more })
}

export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>

/** The status of an API request with the token. */
export const statusWith = async ({ url }: World, token: string): Promise<number> =>
  (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

export const errorOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { error: string }).error,
]
