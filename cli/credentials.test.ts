import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  type Credentials,
  credentialsFileOf,
  readCredentials,
  updateCredentials,
  withCredentials,
  withoutCredentials,
} from './credentials.ts'
import { NotSignedIn } from './exit-codes.ts'
import { freshToken } from './fresh-token.ts'
import { hasSession, openSession, originOf } from './session.ts'

const folders: string[] = []
const servers: Server[] = []
after(async () => {
  for (const server of servers) server.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function newFile(): Promise<{ file: string; environment: { XDG_CONFIG_HOME: string } }> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-cli-'))
  folders.push(folder)
  const environment = { XDG_CONFIG_HOME: folder }
  return { file: credentialsFileOf(environment) as string, environment }
}

const credentials = (url: string, more: Partial<Credentials> = {}): Credentials => ({
  url,
  email: 'ann@example.com',
  access_token: 'first',
  refresh_token: 'r1',
  expires_at: Date.now() / 1000 + 3_600,
  scope: 'read',
  ...more,
})

/** Accepts each refresh token once, and counts the requests. */
async function startAuthorizationServer() {
  let count = 0
  const server = createServer(async (request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const metadata = { issuer: url, authorization_endpoint: `${url}/a`, token_endpoint: `${url}/t` }
    if (request.method === 'GET') return void response.end(JSON.stringify(metadata))
    let body = ''
    for await (const chunk of request) body += chunk
    const isKnown = new URLSearchParams(body).get('refresh_token') === `r${count + 1}`
    if (!isKnown) return void response.writeHead(400).end('{"error":"invalid_grant","error_description":"no"}')
    count += 1
    const expires_at = Math.floor(Date.now() / 1000) + 3_600
    const tokens = { access_token: `renewed ${count}`, refresh_token: `r${count + 1}`, expires_at, scope: 'read' }
    response.end(JSON.stringify(tokens))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count }
}

test('[CMD-6] sign-ins are stored for their owner only, one for each server', async () => {
  const { file } = await newFile()
  assert.deepEqual(await readCredentials(file), { current: null, servers: [] })
  const [one, other] = [credentials('https://one.example'), credentials('https://other.example')]
  await updateCredentials(file, stored => withCredentials(stored, one))
  await updateCredentials(file, stored => withCredentials(stored, other))
  assert.deepEqual(await readCredentials(file), { current: other.url, servers: [one, other] })
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await updateCredentials(file, stored => withoutCredentials(stored, other.url))
  assert.deepEqual(await readCredentials(file), { current: one.url, servers: [one] })
  await writeFile(file, '{"servers":')
  await assert.rejects(readCredentials(file), /is damaged/)
  assert.equal(credentialsFileOf({}), null)
  assert.equal(credentialsFileOf({ HOME: '/home/ann' }), '/home/ann/.config/tessera/credentials.json')
})

test('[CMD-6] concurrent changes of the file are all kept, and an abandoned lock is removed', async () => {
  const { file } = await newFile()
  await updateCredentials(file, stored => stored)
  await writeFile(`${file}.lock`, '')
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${file}.lock`, longAgo, longAgo)
  const urls = Array.from({ length: 8 }, (_, index) => `https://s${index}.example`)
  await Promise.all(urls.map(url => updateCredentials(file, stored => withCredentials(stored, credentials(url)))))
  const { servers: stored } = await readCredentials(file)
  assert.deepEqual(stored.map(({ url }) => url).sort(), urls)
})

test('[CMD-6] an expiring or refused token is renewed once, by one of several processes', async () => {
  const { file } = await newFile()
  const { url, count } = await startAuthorizationServer()
  await updateCredentials(file, stored => withCredentials(stored, credentials(url)))
  assert.equal(await freshToken(file, url, null), 'first')
  assert.equal(count(), 0)
  const tokens = await Promise.all([1, 2, 3, 4].map(() => freshToken(file, url, 'first')))
  assert.deepEqual(tokens, Array(4).fill('renewed 1'))
  assert.equal(count(), 1)
  await updateCredentials(file, ({ current, servers }) => ({
    current,
    servers: servers.map(one => ({ ...one, expires_at: Date.now() / 1000 + 60 })),
  }))
  assert.equal(await freshToken(file, url, null), 'renewed 2')
  assert.match(await readFile(file, 'utf8'), /"refresh_token": "r3"/)
})

test('[CMD-6] a sign-in that the server has ended is removed', async () => {
  const { file } = await newFile()
  const { url } = await startAuthorizationServer()
  await updateCredentials(file, stored => withCredentials(stored, credentials(url, { refresh_token: 'stolen' })))
  await assert.rejects(freshToken(file, url, 'first'), NotSignedIn)
  assert.deepEqual(await readCredentials(file), { current: null, servers: [] })
})

test('[CMD-7] the environment comes before a stored sign-in, and its token goes to no other server', async () => {
  const { file, environment } = await newFile()
  assert.equal(await hasSession(environment, undefined), false)
  for (const url of ['https://one.example', 'https://two.example'])
    await updateCredentials(file, stored => withCredentials(stored, credentials(url, { access_token: `of ${url}` })))
  assert.equal(await hasSession(environment, undefined), true)
  const used = async (more: Record<string, string>, url?: string) => {
    const profile = await openSession({ environment: { ...environment, ...more } }, url).profile()
    return [profile.url, await profile.token()]
  }
  const TESSERA_TOKEN = 'secret'
  assert.deepEqual(await used({}), ['https://two.example', 'of https://two.example'])
  assert.deepEqual(await used({ TESSERA_URL: 'one.example' }), ['https://one.example', 'of https://one.example'])
  const both = { TESSERA_URL: 'https://env.example/api', TESSERA_TOKEN }
  assert.deepEqual(await used(both), ['https://env.example', 'secret'])
  assert.deepEqual(await used(both, 'https://one.example'), ['https://one.example', 'of https://one.example'])
  assert.deepEqual(await used({ TESSERA_TOKEN }, 'http://x.example'), ['http://x.example', 'secret'])
  await assert.rejects(used({ TESSERA_TOKEN }), /TESSERA_URL/)
  await assert.rejects(used({}, 'https://three.example'), NotSignedIn)
})

test('[CMD-7] an address may be typed without its scheme, and with a path', () => {
  assert.equal(originOf('boards.example.org/api/'), 'https://boards.example.org')
  assert.equal(originOf('localhost:8080'), 'http://localhost:8080')
  assert.equal(originOf('http://[::1]:80/w/1'), 'http://[::1]')
  for (const wrong of ['ftp://example.org', 'http://', 'a b']) assert.throws(() => originOf(wrong), /not the address/)
})
