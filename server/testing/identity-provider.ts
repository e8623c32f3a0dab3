// A real OpenID Connect provider (oidc-provider) on loopback. The selected account signs in without a form, and a
// browser is replaced by requests that keep cookies.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'
import { readForm, type Visitor, visitor } from './visitor.ts'

export interface ProviderAccount {
  readonly sub: string
  readonly [claim: string]: unknown
}

export const client = { clientId: 'tessera', clientSecret: 'the secret of the client' }

const button = '<button name="logout" value="yes">Yes</button></form>'

export interface IdentityProvider {
  readonly issuer: string
  /** Who signs in next. */
  account: ProviderAccount
  /** Changes the claims of ID tokens, which are then signed again. */
  changeClaims: ((claims: JWTPayload) => JWTPayload) | null
  isAway: boolean
  /** Registers the server: where browsers come back to, and where logouts are sent to. */
  register(addresses: { publicUrl: string; serverUrl: string }): void
  /** Follows redirects within the provider. Resolves with the address that it leads back to. */
  follow(browser: Visitor, url: string): Promise<URL>
  browser(): Visitor
  /** Signs out at the provider, as a browser with a form would. Resolves with the address that it leads back to. */
  signOut(browser: Visitor, url: string): Promise<URL>
  sign(payload: JWTPayload, header?: { alg: string }): Promise<string>
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }
  const sign: IdentityProvider['sign'] = (payload, header = { alg: 'ES256' }) =>
    new SignJWT(payload).setProtectedHeader({ ...header, kid: 'test' }).sign(privateKey)
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    if (!provider || made.isAway) return void response.socket?.destroy()
    if (request.url?.startsWith('/interaction/')) return void signInAs(provider, request, response, made.account.sub)
    if (request.url === '/token' && made.changeClaims) changeTokens(response, made.changeClaims, sign)
    provider.callback()(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Serves all tests of a file, and does not keep the process alive.
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made: IdentityProvider = {
    issuer,
    account: { sub: 'nobody' },
    changeClaims: null,
    isAway: false,
    register(addresses) {
      provider = new Provider(
        issuer,
        configuration(addresses, jwk, () => made.account),
      )
    },
    browser: () => visitor(issuer),
    async follow(browser, url) {
      let location = new URL(url)
      while (location.origin === issuer) {
        const response = await browser.get(location.href)
        const next = response.headers.get('location')
        if (next === null) throw new Error(`the provider stopped: ${response.status} ${await response.text()}`)
        location = new URL(next, issuer)
      }
      return location
    },
    async signOut(browser, url) {
      const { action, hidden } = readForm(await (await browser.get(url)).text())
      const response = await browser.post(action, { ...hidden, logout: 'yes' })
      return await made.follow(browser, new URL(response.headers.get('location') as string, issuer).href)
    },
    sign,
  }
  return made
}

function configuration(
  { publicUrl, serverUrl }: { publicUrl: string; serverUrl: string },
  jwk: object,
  account: () => ProviderAccount,
): Configuration {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/sign-in/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/sign-in?signed-out`],
        backchannel_logout_uri: `${serverUrl}/sign-in/oidc/logout`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [jwk] } as never,
    cookies: { keys: ['the key of the cookies'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'roles', 'auth_time'],
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = form
            .replace('<form id="op.logoutForm"', '<form class="page-form"')
            .replaceAll('/>', '>')
            .replace('</form>', button)
        },
      },
    },
    // Its own fetch refuses loopback.
    fetch: (url, { method, headers, body, signal } = {}) =>
      fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null, signal: signal ?? null }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...account(), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId as string,
        accountId: oidc.session?.accountId as string,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 3_600, AccessToken: 3_600, IdToken: 3_600 },
  }
}

async function signInAs(provider: Provider, request: IncomingMessage, response: ServerResponse, sub: string) {
  await provider.interactionFinished(request, response, { login: { accountId: sub } })
}

/** For `changeClaims`: adds to the times. */
export const skewedBy =
  (seconds: number) =>
  (claims: JWTPayload): JWTPayload => {
    const times = ['iat', 'exp', 'auth_time'].filter(time => claims[time] !== undefined)
    return { ...claims, ...Object.fromEntries(times.map(time => [time, (claims[time] as number) + seconds])) }
  }

/** Replaces the ID token of the response by one with other claims. */
function changeTokens(
  response: ServerResponse,
  changeClaims: (claims: JWTPayload) => JWTPayload,
  sign: IdentityProvider['sign'],
): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string | Buffer) => {
    const tokens = JSON.parse(body.toString())
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString())
    sign(changeClaims(claims)).then(id_token => {
      const text = JSON.stringify({ ...tokens, id_token })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as never
}
