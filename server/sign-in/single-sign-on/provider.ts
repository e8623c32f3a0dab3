// The OpenID Connect provider that the operator configured. Its metadata is loaded lazily from the issuer, and again
// after an hour. The operator chooses the issuer, so requests to it may go to private networks.

import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { OidcConfig } from '../../platform/config/index.ts'
import { authenticationTime, combineClaims } from './provider-claims.ts'

/** How far the provider's clock may differ from ours. */
export const toleranceSeconds = 60
const timeoutSeconds = 10
const cacheMs = 60 * 60 * 1000
/** How recent a sign-in at the provider must be if the provider was asked for a new one. */
const reauthenticationSeconds = 300

/** The provider cannot be reached, or is not an OpenID Connect provider. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The values that the provider's callback has to match. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly code_verifier: string
  readonly isAgain: boolean
}

export interface ProvenIdentity {
  readonly issuer: string
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string }
  readonly idToken: string
  /** When the person signed in at the provider, which may be long ago; null if that is not known. */
  readonly authenticated_at: string | null
}

export interface Provider {
  readonly settings: OidcConfig
  readonly redirectUri: string
  /** Where to send the browser. `isAgain` asks for a new sign-in even if the person is signed in at the provider. */
  begin(isAgain: boolean): Promise<{ url: string; pending: PendingSignIn }>
  /** `url` is the address that the provider sent the browser back to. */
  finish(url: URL, pending: PendingSignIn): Promise<ProvenIdentity>
  /** Where to send the browser to sign out at the provider, too. Null if it has no such page. */
  endSessionUrl(idToken: string): Promise<string | null>
  /** Verifies tokens that the provider sends on its own initiative. */
  readKeys(): Promise<{ issuer: string; keys: JWTVerifyGetKey }>
}

export function openProvider(settings: OidcConfig, publicUrl: string): Provider {
  const redirectUri = `${publicUrl}/sign-in/oidc/callback`
  const load = cacheResult(() => discover(settings))
  return {
    settings,
    redirectUri,
    async begin(isAgain) {
      const { client, configuration } = await load()
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        code_verifier: client.randomPKCECodeVerifier(),
        isAgain,
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.code_verifier),
        code_challenge_method: 'S256',
        ...(isAgain ? { prompt: 'login', max_age: String(reauthenticationSeconds) } : {}),
      })
      return { url: url.href, pending }
    },
    async finish(url, pending) {
      const { client, configuration, issuer } = await load()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.code_verifier,
        idTokenExpected: true,
      })
      const idClaims = tokens.claims() as ProvenIdentity['claims']
      // The library checks when the token expires, but not that it is already valid.
      const nowSeconds = Date.now() / 1000
      if (Number(idClaims.iat) > nowSeconds + toleranceSeconds) throw new Error('the ID token is from the future')
      const signedInSeconds = authenticationTime(idClaims, nowSeconds + toleranceSeconds)
      if (signedInSeconds === undefined) throw new Error('auth_time in the ID token is not a time that has been')
      // Not all providers say when the person signed in, also if they asked them again.
      const time = signedInSeconds ?? (pending.isAgain ? nowSeconds : null)
      if (pending.isAgain && Number(time) < nowSeconds - reauthenticationSeconds - toleranceSeconds)
        throw new Error('the provider did not ask the person to sign in again')
      const more = needsUserInfo(idClaims, settings, configuration)
        ? await client.fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
        : {}
      return {
        issuer,
        claims: combineClaims(idClaims, more, settings),
        idToken: tokens.id_token as string,
        authenticated_at: time === null ? null : new Date(Math.min(time, nowSeconds) * 1000).toISOString(),
      }
    },
    async endSessionUrl(idToken) {
      const { client, configuration } = await load()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      const post_logout_redirect_uri = `${publicUrl}/sign-in?signed-out`
      return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri }).href
    },
    async readKeys() {
      const { issuer, keys } = await load()
      return { issuer, keys }
    },
  }
}

/** The part of it that the sign-in pages need. Signing out here works even if the provider is unavailable. */
export const singleSignOn = (provider: Provider, log: Logger) => ({
  name: provider.settings.name,
  findEndSessionUrl: (idToken: string): Promise<string | null> =>
    provider.endSessionUrl(idToken).catch(error => {
      log.warn(
        { reason: reasonOf(error) },
        'failed to get the logout URL of the single sign-on provider; the user is signed out here only',
      )
      return null
    }),
})

interface DiscoveredProvider {
  /** The library, loaded when it is first needed: most servers have no single sign-on. */
  readonly client: typeof import('openid-client')
  readonly configuration: Configuration
  readonly issuer: string
  readonly keys: JWTVerifyGetKey
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<DiscoveredProvider> {
  const client = await import('openid-client')
  const { createRemoteJWKSet } = await import('jose')
  const isHttp = issuer.startsWith('http:')
  try {
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: toleranceSeconds },
      clientSecret === undefined ? client.None() : secretAuthentication(client, clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [client.enableNonRepudiationChecks, ...(isHttp ? [client.allowInsecureRequests] : [])],
      },
    )
    const metadata = configuration.serverMetadata()
    if (metadata.jwks_uri === undefined) throw new Error('the provider publishes no keys (jwks_uri)')
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutSeconds * 1000 })
    return { client, configuration, issuer: metadata.issuer, keys }
  } catch (error) {
    throw new ProviderUnavailable(`OIDC_ISSUER ${issuer} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** Uses the method that the provider announces; if it announces none, the default of the standard. */
const secretAuthentication =
  ({ ClientSecretBasic, ClientSecretPost }: DiscoveredProvider['client'], secret: string): ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    authenticate(server, ...request)
  }

/** Providers may omit claims from the ID token and return them only at their userinfo endpoint. */
function needsUserInfo(
  claims: ProvenIdentity['claims'],
  { roleClaim }: OidcConfig,
  configuration: Configuration,
): boolean {
  const isComplete = claims.email !== undefined && (roleClaim === undefined || claims[roleClaim] !== undefined)
  return !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
}

/** Concurrent callers share one load, and a failure is not kept. */
function cacheResult<T>(load: () => Promise<T>): () => Promise<T> {
  let current: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    if (current && Date.now() < current.until) return current.value
    const value = load()
    const entry = { value, until: Date.now() + cacheMs }
    current = entry
    value.catch(() => {
      if (current === entry) current = undefined
    })
    return value
  }
}

/** Of nested errors, the innermost says what happened, such as ECONNREFUSED. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? `${(error as Error).message} (${reasonOf(cause)})` : String((error as Error).message)
}
