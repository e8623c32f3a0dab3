import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionTokens } from './session-token.ts'

function service(statuses: number[] = []) {
  let requests = 0
  const fetch = async () => {
    requests += 1
    const status = statuses[requests - 1] ?? 200
    const expires_at = 1_000 + requests * 3_600
    return Response.json({ access_token: `token ${requests}`, expires_at, csrf: 'x', user: {} }, { status })
  }
  return { fetch: fetch as typeof globalThis.fetch, asked: () => requests }
}

type Source = (refused: string | null) => Promise<string>

test('concurrent callers share one token request', async () => {
  const { fetch, asked } = service()
  const source = sessionTokens({ fetch, now: () => 0 }).token as Source
  assert.deepEqual(await Promise.all([source(null), source(null)]), ['token 1', 'token 1'])
  assert.equal(await source(null), 'token 1')
  assert.equal(asked(), 1)
})

test('a token is renewed before it expires', async () => {
  let now = 0
  const { fetch } = service()
  const source = sessionTokens({ fetch, now: () => now }).token as Source
  assert.equal(await source(null), 'token 1')
  now = (1_000 + 3_600 - 60) * 1000
  assert.equal(await source(null), 'token 2')
})

test('a refused token is not used again', async () => {
  const { fetch } = service()
  const source = sessionTokens({ fetch, now: () => 0 }).token as Source
  assert.equal(await source('token 0'), 'token 1')
  assert.equal(await source('token 1'), 'token 2')
})

test('without a session the browser goes to the sign-in page', async () => {
  const { fetch } = service([401])
  let sent = 0
  const { fetchSession } = sessionTokens({ fetch, signIn: () => (sent += 1) })
  void fetchSession()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(sent, 1)
})

test('a server error is thrown, and the next call asks again', async () => {
  const { fetch } = service([503])
  const { fetchSession } = sessionTokens({ fetch })
  await assert.rejects(fetchSession())
  assert.equal((await fetchSession()).access_token, 'token 2')
})

test('a page that needs no session gets null and stays', async () => {
  const { fetch } = service([401])
  const { findSession } = sessionTokens({ fetch, signIn: () => assert.fail('must not leave the page') })
  assert.equal(await findSession(), null)
})
