// A small web app: people sign in with their Tessera account and see their boards. Its own session is a cookie; tokens
// never reach the browser.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, TesseraError } from '@tessera/client'
import {
  type Attempt,
  authorizationUrl,
  finishAttempt,
  newAttempt,
  type OAuthSettings,
  refresh,
  revoke,
  type Tokens,
} from './oauth.ts'
import { boardsPage, messagePage, welcomePage } from './pages.ts'

const { PORT: port = '3000', APP_URL: appUrl = `http://localhost:${port}` } = process.env
const { TESSERA_URL: url = 'http://localhost:8080', CLIENT_ID: clientId = '', CLIENT_SECRET: secret } = process.env
const settings: OAuthSettings = { url, clientId, clientSecret: secret ?? null, redirectUri: `${appUrl}/callback` }

/** In memory, so everyone signs in again after a restart. A real app has a store with an expiry time. */
interface Session {
  attempt?: Attempt
  tokens?: Tokens
}
const sessions = new Map<string, Session>()

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
  'GET /': showBoards,
  'POST /sign-in': startSignIn,
  'GET /callback': finishSignIn,
  'POST /sign-out': signOut,
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', appUrl)
  const route = routes[`${request.method} ${pathname}`]
  try {
    if (route) await route(request, response)
    else send(response, 404, messagePage('There is no such page.'))
  } catch (error) {
    console.error(error)
    if (!response.headersSent) send(response, 500, messagePage('Something went wrong. Please try again.'))
  }
}).listen(Number(port), () => console.log(`Open ${appUrl}`))

async function showBoards(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = findSession(request)
  if (!session?.tokens) return send(response, 200, welcomePage())
  const tessera = connect({ url, token: refused => currentToken(session, refused) })
  try {
    const { user } = await tessera.users.me()
    const boards = await Array.fromAsync(tessera.users.listWorkspaces.all(user.id, { order_by: 'name' }))
    send(response, 200, boardsPage(user, boards, url))
  } catch (error) {
    if (!(error instanceof TesseraError) || error.status !== 401) throw error
    delete session.tokens // withdrawn at Tessera
    send(response, 200, welcomePage())
  }
}

async function startSignIn(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const attempt = newAttempt()
  startSession(response, { attempt })
  redirect(response, authorizationUrl(settings, attempt))
}

async function finishSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = findSession(request)
  if (!session?.attempt) return send(response, 400, messagePage('Please start again: this sign-in has ended.'))
  const { attempt } = session
  endSession(request)
  try {
    const tokens = await finishAttempt(settings, attempt, new URL(request.url ?? '', appUrl).searchParams)
    // The session gets a new id, so that one that an attacker set before the sign-in is worthless.
    startSession(response, { tokens })
    redirect(response, '/')
  } catch (error) {
    send(response, 400, messagePage((error as Error).message))
  }
}

async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = findSession(request)
  endSession(request)
  if (session?.tokens) await revoke(settings, session.tokens)
  redirect(response, '/')
}

/** Called by the client: after a 401 with the refused token, which is then refreshed once for all waiting requests. */
const refreshing = new WeakMap<Session, Promise<Tokens>>()
async function currentToken(session: Session, refused: string | null): Promise<string | null> {
  if (!session.tokens || refused === null || session.tokens.access_token !== refused) {
    return session.tokens?.access_token ?? null
  }
  const running = refreshing.get(session) ?? refresh(settings, session.tokens).finally(() => refreshing.delete(session))
  refreshing.set(session, running)
  session.tokens = await running
  return session.tokens.access_token
}

function findSession(request: IncomingMessage): Session | undefined {
  return sessions.get(sessionId(request))
}

const sessionId = (request: IncomingMessage) => /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''

function startSession(response: ServerResponse, session: Session): void {
  const id = randomBytes(32).toString('base64url')
  sessions.set(id, session)
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  // Lax: the cookie comes along when Tessera sends the browser back.
  response.setHeader('Set-Cookie', `session=${id}; HttpOnly; SameSite=Lax; Path=/${secure}`)
}

const endSession = (request: IncomingMessage) => sessions.delete(sessionId(request))

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location }).end()
}

function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(page)
}
