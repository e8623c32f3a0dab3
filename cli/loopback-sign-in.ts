// Signs in with the browser on this machine: the authorization server redirects it to a port that this process listens on
// (RFC 8252). The answer must have the state and issuer of this request.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AuthorizationError,
  clientId,
  requestTokens,
  type ServerMetadata,
  type TokenReply,
} from './authorization-server.ts'
import { NotAllowed } from './exit-codes.ts'
import { newPkce } from './pkce.ts'
import { signedInPage } from './signed-in-page.ts'

interface SignIn {
  readonly metadata: ServerMetadata
  readonly scope: string | undefined
  readonly signal: AbortSignal
  /** Called with the address that the user has to open. */
  readonly show: (url: string) => void
}

const timeoutMs = 5 * 60_000

export async function signInByLoopback({ metadata, scope, signal, show }: SignIn): Promise<TokenReply> {
  const { code_verifier, state, ...challenge } = newPkce()
  const server = createServer()
  try {
    const redirect_uri = `http://127.0.0.1:${await listen(server)}/callback`
    const arrived = awaitCode(server, { state, issuer: metadata.issuer, signal })
    const query = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri,
      state,
      ...challenge,
      // Requests access to everything: the API and the endpoint of agents.
      resource: metadata.issuer,
      ...(scope ? { scope } : {}),
    }
    show(`${metadata.authorization_endpoint}?${new URLSearchParams(query)}`)
    const { code, finish } = await arrived
    try {
      const fields = { grant_type: 'authorization_code', code, code_verifier, redirect_uri }
      const tokens = await requestTokens(metadata.token_endpoint, fields, signal)
      finish(true)
      return tokens
    } catch (error) {
      finish(false)
      throw error
    }
  } finally {
    server.close()
    // A browser keeps its connection open, which would keep this process running.
    setTimeout(() => server.closeAllConnections(), 200).unref()
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

interface AuthorizationResponse {
  readonly code: string
  /** Tells the user in the browser whether it succeeded. */
  readonly finish: (isSignedIn: boolean) => void
}

interface PendingSignIn {
  readonly state: string
  readonly issuer: string
  readonly signal: AbortSignal
}

function awaitCode(server: Server, { state, issuer, signal }: PendingSignIn): Promise<AuthorizationResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NotAllowed('Nobody signed in within 5 minutes.')), timeoutMs)
    timer.unref()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    server.on('request', (request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://127.0.0.1')
      const isOurs = pathname === '/callback' && query.get('state') === state && query.get('iss') === issuer
      // Other programs can reach the port, too: a request without the right state changes nothing.
      if (request.method !== 'GET' || !isOurs) return void response.writeHead(404).end()
      const [code, error] = [query.get('code'), query.get('error')]
      const finish = (isSignedIn: boolean) => {
        const html = signedInPage(request.headers['accept-language'] ?? '', isSignedIn)
        response.writeHead(200, headers).end(html)
      }
      clearTimeout(timer)
      if (code !== null) return resolve({ code, finish })
      finish(false)
      const denied =
        error === 'access_denied' ? 'You denied access.' : (query.get('error_description') ?? 'Sign-in failed.')
      reject(new AuthorizationError(error ?? 'invalid_request', denied))
    })
  })
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  connection: 'close',
}
