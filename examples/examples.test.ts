// The example programs, run as they stand against one server.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openLive } from '@tessera/client'
import { openAs } from '../e2e/signed-in.ts'
import { findFreePort } from '../server/testing/server-process.ts'
import { until } from '../server/testing/until.ts'
import { world, worldWith } from '../server/testing/world.ts'
import { runExample } from './running-example.ts'

test('[DOC-32] csv-to-notes makes a grid of notes, and updates it when it is run again', async () => {
  const { url, ann, board } = await world()
  const folder = await mkdtemp(join(tmpdir(), 'tessera-example-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'tasks.csv')
  const run = async (csv: string) => {
    await writeFile(file, csv)
    const program = runExample('csv-to-notes', [board, file, '--by', 'status'], {
      TESSERA_URL: url,
      TESSERA_TOKEN: ann.token,
    })
    assert.equal(await program.ended, 0, program.output)
    const objects = await Array.fromAsync(ann.objects.list.all(board))
    return {
      output: program.output,
      lanes: objects.flatMap(one => (one.kind === 'canvas' ? [one] : [])),
      notes: objects.flatMap(one => (one.kind === 'note' ? [one] : [])),
    }
  }
  await ann.notes.create(board, { text: 'Written by a person', x: 100 })

  const first = await run('id,status,task\nT-1,To do,"One, two"\nT-2,Done,Tea\nT-3,To do,"A ""quote"""\n')
  assert.match(first.output, /3 rows: 5 created, 0 updated, 0 deleted/)
  assert.deepEqual(first.lanes.map(({ name }) => name).sort(), ['Done', 'To do'])
  const [one, two, three] = ['T-1', 'T-2', 'T-3'].map(key =>
    first.notes.find(note => note.text.startsWith(`**${key}**`)),
  )
  assert.deepEqual([one?.text, three?.text], ['**T-1**\ntask: One, two', '**T-3**\ntask: A "quote"'])
  assert.equal(one?.y, three?.y)
  assert.equal((three?.x ?? 0) - (one?.x ?? 0), 600)
  assert.notEqual(two?.backgroundColor, one?.backgroundColor)
  assert.ok((one?.x ?? 0) > 660, 'to the right of what was there')

  const again = await run('id,status,task\nT-1,Done,"One, two"\nT-2,Done,Coffee\nT-4,To do,New\n')
  assert.match(again.output, /3 rows: 1 created, 4 updated, 1 deleted/)
  assert.deepEqual(
    again.notes.map(({ text }) => text).sort(),
    ['**T-1**\ntask: One, two', '**T-2**\ntask: Coffee', '**T-4**\ntask: New', 'Written by a person'].sort(),
  )
  assert.equal(again.notes.find(({ id }) => id === two?.id)?.text, '**T-2**\ntask: Coffee')
  assert.equal(again.lanes.length, 2)
})

test('[DOC-32] csv-to-notes refuses a file without the column, and changes nothing', async () => {
  const { url, ann, board } = await world()
  const env = { TESSERA_URL: url, TESSERA_TOKEN: ann.token }
  const program = runExample('csv-to-notes', [board, 'tasks.csv', '--by', 'state'], env)
  assert.equal(await program.ended, 1)
  assert.match(program.output, /There is no column "state". The columns are id, status, task, owner/)
  assert.equal((await ann.objects.list(board)).objects.length, 0)
})

test('[DOC-33] webhook-replies comments once on a note that mentions a ticket, however often it is notified', async () => {
  const { url, ann, board } = await world()
  const port = String(await findFreePort())
  const env = {
    TESSERA_URL: url,
    TESSERA_TOKEN: ann.token,
    BOARD: board,
    RECEIVER_URL: `http://localhost:${port}/hook`,
    PORT: port,
  }
  const program = runExample('webhook-replies', [], env)
  await program.printed('Waiting for notes')
  const { note } = await ann.notes.create(board, { text: 'Fix #12 before #7, and #12 again' })
  const comments = async () => (await ann.comments.list(board, 'notes', note.id)).comments.map(({ text }) => text)
  const expected = ['Ticket 12: https://tickets.example.org/12', 'Ticket 7: https://tickets.example.org/7']
  await until(async () => (await comments()).length === 2)
  assert.deepEqual(await comments(), expected)

  // On a second start the program finds its listener, and everything is sent again.
  await program.stop()
  const second = runExample('webhook-replies', [], env)
  await second.printed('Waiting for notes')
  const { listeners } = await ann.listeners.list()
  assert.equal(listeners.length, 1)
  const id = listeners[0]?.id ?? ''
  await ann.listeners.replay(id, { after_seq: 0 })
  const { note: last } = await ann.notes.create(board, { text: '#99' })
  await until(async () => (await ann.comments.list(board, 'notes', last.id)).total === 1)
  assert.deepEqual(await comments(), expected)

  const forged = await fetch(env.RECEIVER_URL, { method: 'POST', body: '{"event":{"type":"NOTE_CREATE"}}' })
  assert.equal(forged.status, 401)
})

test('[DOC-34] sign-in-app signs people in with PKCE, checks the state and lists their boards', async () => {
  const serverPort = await findFreePort()
  const url = `http://localhost:${serverPort}`
  const started = await worldWith({ port: serverPort, publicUrl: url })
  const { ann } = started
  await ann.workspaces.create(started.organization, { name: 'Plans & <dreams>' })
  const port = String(await findFreePort())
  const appUrl = `http://localhost:${port}`
  const { application } = await ann.applications.create({
    name: 'Board list',
    redirect_uri: `${appUrl}/callback`,
    token_endpoint_auth_method: 'none',
  })
  const app = runExample('sign-in-app', [], { TESSERA_URL: url, CLIENT_ID: application.client_id, PORT: port })
  await app.printed('Open')

  const page = await openAs({ ...started, url }, ann, '/account')
  await page.goto(appUrl)
  await page.getByRole('button', { name: 'Sign in with Tessera' }).click()
  await page.getByRole('heading', { name: 'Allow Board list?' }).waitFor()
  const parameters = new URL(page.url()).searchParams
  assert.deepEqual([parameters.get('scope'), parameters.get('code_challenge_method')], ['read', 'S256'])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Boards of Ann' }).waitFor()
  assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['Board', 'Plans & <dreams>'])
  assert.equal(await page.evaluate('document.cookie'), '', 'no script can read the cookie')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with Tessera' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByText('You did not allow access.').waitFor()

  // An answer that this browser did not ask for, as an attacker would send it.
  const forged = new URLSearchParams({ code: 'stolen', state: 'guessed', iss: url })
  const begun = await fetch(`${appUrl}/sign-in`, { method: 'POST', redirect: 'manual' })
  const cookie = begun.headers.get('set-cookie') ?? ''
  const answer = await fetch(`${appUrl}/callback?${forged}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /does not belong to this browser/)
  assert.equal((await fetch(`${appUrl}/callback?${forged}`)).status, 400)
})

test('[DOC-35] board-bot answers /count with the votes, is seen on the board, and catches up after a restart', async () => {
  const { url, ann, bob, board, organization } = await world()
  const { application } = await ann.applications.create({
    name: 'Vote counter',
    redirect_uri: 'http://localhost/none',
    bot: true,
  })
  const email = application.bot_user?.email ?? ''
  await ann.organizations.addMember(organization, { email })
  await ann.workspaces.addUsers(board, { users: [{ email, workspace_role_id: 3 }] })
  const env = {
    TESSERA_URL: url,
    BOARD: board,
    CLIENT_ID: application.client_id,
    CLIENT_SECRET: application.client_secret ?? '',
  }
  const tea = (await ann.notes.create(board, { text: 'Tea\nwith milk' })).note
  const coffee = (await ann.notes.create(board, { text: 'Coffee', x: 700 })).note
  for (const person of [ann, bob, bob]) await person.comments.create(board, 'notes', coffee.id, { text: '+1' })
  await ann.comments.create(board, 'notes', tea.id, { text: ' +1 ' })
  await ann.comments.create(board, 'notes', tea.id, { text: 'too hot' })

  const watching = openLive({ url, workspaceId: board, token: () => ann.token })
  after(() => watching.close())
  const bot = runExample('board-bot', [], env)
  await bot.printed('The connection is live')
  const { note } = await bob.notes.create(board, { text: '/count', x: 0, y: 600 })
  const answer = async () => (await ann.notes.get(board, note.id)).note.text
  await until(async () => (await answer()) !== '/count')
  assert.equal(await answer(), '**Votes**\n1. Coffee: 2\n2. Tea: 1')
  await until(async () =>
    [...watching.people.values()].some(({ type, selection }) => type === 'bot' && selection.includes(note.id)),
  )

  await bot.stop()
  const later = (await bob.notes.create(board, { text: '/Count ', y: 1200 })).note
  await runExample('board-bot', [], env).printed('The connection is live')
  await until(async () => (await ann.notes.get(board, later.id)).note.text.startsWith('**Votes**'))
})
