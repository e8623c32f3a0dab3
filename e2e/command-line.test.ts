// Tests the program `tessera` against a running server: signing in with a browser and with a code, boards, files,
// requests.

import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { networkCommands } from '../cli/commands.ts'
import { deliveryHeaders, newSigningSecret, notificationBody } from '../cli/deliver-event.ts'
import { runCommandLine } from '../cli/run-command-line.ts'
import { capturedIo } from '../cli/testing/captured-io.ts'
import { listEvents } from '../server/board/events/event-store.ts'
import { notificationBody as deliveredBody } from '../server/board/listeners/notification.ts'
import { signedHeaders, timestampOf } from '../server/board/listeners/sign-notification.ts'
import { signInFor } from '../server/testing/oauth-application.ts'
import { findFreePort } from '../server/testing/server-process.ts'
import { until } from '../server/testing/until.ts'
import { type World, worldWith } from '../server/testing/world.ts'

let there: World
let folder: string | undefined

/** Called in every test: the harness closes at the end of a test what the test has opened. */
async function ready(): Promise<void> {
  if (folder !== undefined) return
  folder = await mkdtemp(join(tmpdir(), 'tessera-command-line-'))
  const port = await findFreePort()
  there = await worldWith({ port, publicUrl: `http://127.0.0.1:${port}` }, {})
}

after(() => rm(folder ?? '', { recursive: true, force: true }))

function start(args: string[], environment: Record<string, string>, signal = new AbortController().signal) {
  const { io, printed } = capturedIo({ environment, signal })
  const line = { program: 'tessera', version: '0', commands: networkCommands }
  return { printed, ended: runCommandLine(line, args, io) }
}

async function run(environment: Record<string, string>, ...args: string[]) {
  const { printed, ended } = start(args, environment)
  return { status: await ended, ...printed }
}

/** Returns the standard output of a command that succeeded. */
async function outputOf(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(environment, ...args)
  assert.equal(status, 0, stderr)
  return stdout
}

const withToken = (token: string) => ({ TESSERA_URL: there.url, TESSERA_TOKEN: token })

test('[CMD-4] [CMD-8] [PRG-26] login opens the browser, whoami knows the user, and logout revokes the tokens', async () => {
  await ready()
  const environment = { XDG_CONFIG_HOME: join(folder ?? '', 'loopback'), BROWSER: 'true' }
  const login = start(['login', '--url', there.url, '--scope', 'read'], environment)
  await until(async () => login.printed.stderr.includes('Waiting for you'))
  const address = new URL(/^http.*\/api\/authorize\S+$/m.exec(login.printed.stderr)?.[0] ?? '')
  const redirect_uri = address.searchParams.get('redirect_uri') as string
  // Another program on this machine does not know the state.
  const forged = new URLSearchParams({ code: 'x', state: 'y', iss: there.url })
  assert.equal((await fetch(`${redirect_uri}?${forged}`)).status, 404)
  const browser = await signInFor(there, there.bob)
  const allowed = await browser.fillIn(address.pathname + address.search, { decision: 'allow' })
  const back = await fetch(allowed.headers.get('location') as string, { headers: { 'accept-language': 'de' } })
  assert.match(await back.text(), /Du bist angemeldet/)
  assert.equal(await login.ended, 0, login.printed.stderr)
  assert.equal(login.printed.stdout, `You are signed in to ${there.url} as ${there.bob.email}.\n`)
  assert.match(await outputOf(environment, 'whoami'), new RegExp(`<${there.bob.email}> at ${there.url}`))
  assert.match(await outputOf(environment, 'servers'), new RegExp(`^\\* +${there.url} +${there.bob.email} +read`, 'm'))
  assert.equal(
    (await run(environment, 'api', 'POST', `/workspaces/${there.board}/notes`, '--text', 'text=no')).status,
    3,
  )
  const stored = JSON.parse(await readFile(join(folder ?? '', 'loopback/tessera/credentials.json'), 'utf8'))
  await outputOf(environment, 'logout')
  assert.equal((await run(environment, 'whoami')).status, 3)
  const token = stored.servers[0].access_token
  assert.equal((await run(withToken(token), 'whoami')).status, 3)
})

test('[CMD-4] [CMD-2] a denied sign-in says so and stores nothing', async () => {
  await ready()
  const environment = { XDG_CONFIG_HOME: join(folder ?? '', 'denied'), BROWSER: 'true' }
  const login = start(['login', '--url', there.url], environment)
  await until(async () => login.printed.stderr.includes('Waiting for you'))
  const address = new URL(/^http.*\/api\/authorize\S+$/m.exec(login.printed.stderr)?.[0] ?? '')
  const browser = await signInFor(there, there.bob)
  const denied = await browser.fillIn(address.pathname + address.search, { decision: 'deny' })
  assert.match(await (await fetch(denied.headers.get('location') as string)).text(), /You’re not signed in/)
  assert.equal(await login.ended, 3)
  assert.match(login.printed.stderr, /You denied access\.$/m)
  assert.equal((await run(environment, 'whoami')).status, 3)
  assert.equal((await run(environment, 'login', '--url', 'http://127.0.0.1:1')).status, 5)
})

test('[CMD-5] without a display, login prints a code that is entered in another browser', async () => {
  await ready()
  const environment = { XDG_CONFIG_HOME: join(folder ?? '', 'device'), SSH_TTY: '/dev/pts/0' }
  const login = start(['login', '--url', there.url, '--device'], environment)
  await until(async () => login.printed.stderr.includes('Waiting for you'))
  const code = /enter the code (\S+)$/m.exec(login.printed.stderr)?.[1] ?? ''
  const browser = await signInFor(there, there.bob)
  const allowed = await browser.fillIn(`/device?user_code=${code}`, { decision: 'allow' })
  assert.equal(allowed.status, 200)
  assert.equal(await login.ended, 0, login.printed.stderr)
  assert.match(await outputOf(environment, 'whoami', '--json'), new RegExp(`"email": "${there.bob.email}"`))
})

test('[CMD-9] api sends requests, follows pages, and exits by the status', async () => {
  await ready()
  const ann = withToken(there.ann.token)
  const { workspace } = await there.ann.workspaces.create(there.organization, { name: 'Many notes' })
  const { uid } = workspace.properties
  const changes = Array.from({ length: 60 }, (_, index) => ({
    op: 'create' as const,
    kind: 'note' as const,
    data: { text: `note ${index}` },
  }))
  await there.ann.objects.change(uid, { changes })
  const objects = JSON.parse(await outputOf(ann, 'api', 'get', `workspaces/${uid}/objects?limit=25`, '--paginate'))
  assert.deepEqual(objects.objects.length, 60)
  const notes = await outputOf(ann, 'api', 'GET', `/workspaces/${uid}/notes`, '--field', 'limit=7', '--paginate')
  assert.equal(JSON.parse(notes).notes.length, 60)
  const events = await outputOf(ann, 'api', 'GET', `/workspaces/${uid}/events`, '--field', 'limit=9', '--paginate')
  assert.equal(JSON.parse(events).events.length, 60)
  const made = await outputOf(ann, 'api', 'POST', `/api/workspaces/${uid}/notes`, '--field', 'x=12', '--text', 'text=7')
  const { note } = JSON.parse(made)
  assert.deepEqual([note.x, note.text], [12, '7'])
  const file = join(folder ?? '', 'change.json')
  await writeFile(file, JSON.stringify({ x: 40 }))
  await outputOf(ann, 'api', 'PUT', `/workspaces/${uid}/notes/${note.id}`, '--input', file)
  assert.equal((await there.ann.notes.get(uid, note.id)).note.x, 40)
  const missing = await run(ann, 'api', 'GET', `/workspaces/${uid}/notes/000000000000000000000000`)
  assert.deepEqual([missing.status, missing.stderr], [4, 'The server responded with status 404.\n'])
  assert.equal((await run(withToken('wrong'), 'api', 'GET', '/users/me')).status, 3)
})

test('[CMD-10] workspaces and users are listed, created and removed', async () => {
  await ready()
  const ann = withToken(there.ann.token)
  const uid = (await outputOf(ann, 'workspaces', 'create', 'From the terminal')).trim()
  assert.match(
    await outputOf(ann, 'workspaces', '--query', 'terminal'),
    new RegExp(`^${uid} +From the terminal +Owner`, 'm'),
  )
  assert.match(await outputOf(ann, 'workspaces', 'show', `${there.url}/w/${uid}`), /^Objects +0$/m)
  assert.equal(await outputOf(ann, 'workspaces', 'open', uid), `${there.url}/w/${uid}\n`)
  const asked = await run(ann, 'workspaces', 'delete', uid)
  assert.deepEqual([asked.status, asked.stderr], [2, 'Delete "From the terminal"? Confirm with --yes.\n'])
  await outputOf(ann, 'workspaces', 'delete', uid, '--yes')
  assert.equal((await run(ann, 'workspaces', 'show', uid)).status, 3)
  const erased = await outputOf(ann, 'workspaces', 'delete', uid, '--permanent', '--yes')
  assert.equal(erased, 'From the terminal was deleted.\n')
  assert.equal((await run(ann, 'workspaces', 'delete', uid, '--permanent', '--yes')).status, 3)
  await outputOf(ann, 'users', 'invite', 'new@example.com', '--role', 'guest')
  assert.match(await outputOf(ann, 'users'), /new@example\.com +Guest +invited$/m)
  assert.match((await run(ann, 'users', 'invite', 'a@example.com', '--role', 'king')).stderr, /--role must be one of/)
  await outputOf(ann, 'users', 'remove', 'new@example.com', '--yes')
  assert.doesNotMatch(await outputOf(ann, 'users'), /new@example\.com/)
})

test('[CMD-11] export and import go through the API, with the rights of the user', async () => {
  await ready()
  const ann = withToken(there.ann.token)
  await there.ann.notes.create(there.board, { text: 'to take along' })
  const file = join(folder ?? '', 'board.tessera')
  const exported = await run(ann, 'export', '--workspace', there.board, '--format', 'tessera', '--out', file)
  assert.equal(exported.status, 0, exported.stderr)
  assert.match(exported.stdout, new RegExp(`^Exported .*: \\d+ bytes\\.\nServer: ${there.url}$`, 'm'))
  assert.match(exported.stderr, /^\d+ %$/m)
  const { workspace } = await there.ann.workspaces.create(there.organization, { name: 'Copy' })
  const { uid } = workspace.properties
  assert.match(
    await outputOf(ann, 'import', '--workspace', uid, '--file', file),
    /^Imported board\.tessera \(tessera\): 1 object\.$/m,
  )
  assert.deepEqual(
    (await there.ann.notes.list(uid)).notes.map(({ text }) => text),
    ['to take along'],
  )
  const vic = withToken(there.vic.token)
  assert.equal((await run(vic, 'import', '--workspace', there.board, '--file', file)).status, 3)
  assert.equal((await run(ann, 'import', '--workspace', uid, '--file', `${file}.not`)).status, 2)
})

test('[CMD-12] [CMD-13] listen forwards events like a delivery, signed, and retries failed ones', async () => {
  await ready()
  const received: { headers: Record<string, string>; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(received.length === 1 ? 500 : 204).end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const ann = withToken(there.ann.token)
  await there.ann.notes.create(there.board, { text: 'before' })
  const stop = new AbortController()
  const args = ['listen', '--workspace', there.board, '--events', 'note_all', '--forward-to', hook]
  const listening = start(args, ann, stop.signal)
  await until(async () => listening.printed.stderr.includes('Waiting for events'))
  await there.ann.texts.create(there.board, { text: 'not asked for' })
  const { note } = await there.ann.notes.create(there.board, { text: 'hello' })
  await until(async () => received.length === 2)
  await until(async () => / 204 /.test(listening.printed.stdout))
  stop.abort()
  assert.equal(await listening.ended, 0, listening.printed.stderr)
  const [head, ...rows] = listening.printed.stdout.trimEnd().split('\n')
  assert.match(head ?? '', /^TIME +EVENT +SEQ +STATUS +MS$/)
  assert.match(rows[0] ?? '', /^\d\d:\d\d:\d\d +NOTE_CREATE +\d+ +500 +\d+$/)
  assert.match(rows[1] ?? '', /^\d\d:\d\d:\d\d +NOTE_CREATE +\d+ +204 +\d+$/)
  const secret = /^Signing secret: (\S+)$/m.exec(listening.printed.stderr)?.[1] ?? ''
  for (const { headers, body } of received) {
    const verified = new Webhook(secret).verify(body, headers) as { note: { id: string } }
    assert.equal(verified.note.id, note.id)
  }
  const known = { ...ann, TESSERA_WEBHOOK_SECRET: secret }
  const triggered = await outputOf(known, 'trigger', 'comment_update', '--forward-to', hook)
  assert.match(triggered, /^COMMENT_UPDATE happened in a scratch workspace, which is deleted again\.$/m)
  const last = received.at(-1)
  const verified = new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {}) as { event: { type: string } }
  assert.equal(verified.event.type, 'COMMENT_UPDATE')
  assert.match((await run(ann, 'trigger', 'NOTE_CRATE')).stderr, /Did you mean NOTE_CREATE\?/)
  for (const kind of ['note', 'text', 'shape', 'canvas', 'browser', 'connector'])
    for (const verb of ['create', 'update', 'delete'])
      assert.match(await outputOf(ann, 'trigger', `${kind}_${verb}`, '--workspace', there.board), /happened in/)
  assert.doesNotMatch(await outputOf(ann, 'workspaces'), /tessera trigger/)
  receiver.close()
})

test('[CMD-12] a forwarded event has the body and the headers of a delivery', async () => {
  await ready()
  await there.ann.notes.create(there.board, { text: 'the “same”' })
  const { events } = await there.ann.events.list(there.board, { limit: 1_000 })
  const event = events.at(-1) as (typeof events)[number]
  const row = await there.dependencies.db.read
    .selectFrom('workspaces')
    .select('id')
    .where('uid', '=', there.board)
    .executeTakeFirstOrThrow()
  const [stored] = await listEvents(there.dependencies.db.read, row.id, event.seq - 1, 1)
  const delivered = deliveredBody(there.board, stored as NonNullable<typeof stored>, there.dependencies.sign)
  const forwarded = notificationBody(there.board, event)
  assert.equal(forwarded, delivered.toString())
  const secret = newSigningSecret()
  const now = Date.now()
  const headers = deliveryHeaders(secret, event.id, forwarded, now)
  const key = createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64'))
  const expected = signedHeaders([key], `msg_${event.id}_cli`, timestampOf(now), delivered)
  assert.deepEqual(Object.entries(headers).flat(), expected)
})
