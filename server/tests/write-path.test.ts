// The write path in separate processes: two servers on one PostgreSQL, and servers that are killed while they write.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Client } from '@tessera/client'
import { readSample } from '../testing/sample-file.ts'
import { createPeople, type ServerProcess, startProcess } from '../testing/server-process.ts'
import { migratedLocation, removeFolder, testEngine } from '../testing/test-database.ts'

/** Confirmed changes: the ids of new notes with their text, and the number of updates of one shared note. */
interface AcknowledgedChanges {
  notes: Map<string, string>
  updates: number
}

/** Numbers the texts, because an update that changes nothing records no event. */
let textsMade = 0

/** Several writers, each with one request after the other, until they are stopped or the server is gone. */
async function writeUntil(
  client: Client,
  board: string,
  shared: string,
  acknowledged: AcknowledgedChanges,
  isOver: () => boolean,
) {
  const writer = async () => {
    for (let count = 0; !isOver(); count += 1) {
      const text = `text ${++textsMade}`
      if (count % 3 === 2) {
        await client.notes.update(board, shared, { text })
        acknowledged.updates += 1
      } else {
        const { note } = await client.notes.create(board, { text })
        acknowledged.notes.set(note.id, text)
      }
    }
  }
  return await Promise.allSettled(Array.from({ length: 8 }, writer))
}

/** Asserts that every acknowledged change is stored, the log has no gap, and the objects match the log. */
async function assertWhole(
  client: Client,
  board: string,
  shared: string,
  acknowledged: AcknowledgedChanges,
): Promise<void> {
  const { events, now } = await readAtRest(client, board)
  assert.deepEqual(
    events.map(event => event.seq),
    events.map((_, index) => index + 1),
  )
  const notes = new Map((await Array.fromAsync(client.notes.list.all(board))).map(note => [note.id, note]))
  for (const [id, text] of acknowledged.notes) assert.equal(notes.get(id)?.text, text, `${id} was acknowledged`)
  const versions = events.filter(event => event.note?.id === shared).map(event => event.note?.version)
  assert.deepEqual(
    versions,
    versions.map((_, index) => index + 1),
  )
  assert.ok(
    versions.length > acknowledged.updates,
    `${acknowledged.updates} updates were acknowledged, ${versions.length - 1} are there`,
  )
  const then = await Array.fromAsync(client.objects.list.all(board, { at: events.length }))
  const plain = (objects: unknown) => JSON.parse(JSON.stringify(objects, (key, value) => (key === 'url' ? '' : value)))
  assert.deepEqual(plain(then), plain(now))
}

/** Reads the log and the objects at the same seq, because image processing adds events after a start. */
async function readAtRest(client: Client, board: string) {
  for (;;) {
    const events = await Array.fromAsync(client.events.list.all(board, { limit: 1_000 }))
    const now = await Array.fromAsync(client.objects.list.all(board))
    const since = await client.events.list(board, { after: events.length, limit: 1 })
    if (since.events.length === 0) return { events, now }
  }
}

const sampleBytes = () => readSample('plain.png')

if (testEngine === 'sqlite')
  test('[STO-3] every acknowledged change is stored after the server was killed in the middle of writing', async () => {
    const { settings, drop } = await migratedLocation()
    const { ann, organization } = await createPeople(settings)
    let server = await startProcess(settings)
    after(async () => {
      await server.kill()
      await drop()
    })
    const created = await ann.at(server.url).workspaces.create(organization, { name: 'Board' })
    const board = created.workspace.properties.uid
    const { note: shared } = await ann.at(server.url).notes.create(board, { text: 'shared' })
    const acknowledged: AcknowledgedChanges = { notes: new Map(), updates: 0 }
    const images: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const client = ann.at(server.url)
      const goal = acknowledged.notes.size + 40 + round * 23
      const writing = writeUntil(client, board, shared.id, acknowledged, () => false)
      images.push((await client.images.create(board, { image: await sampleBytes() })).image.id)
      while (acknowledged.notes.size < goal) await new Promise(resolve => setTimeout(resolve, 1))
      await server.kill()
      await writing
      server = await startProcess(settings)
      await assertWhole(ann.at(server.url), board, shared.id, acknowledged)
    }
    for (const id of images) {
      const { url } = (await ann.at(server.url).images.get(board, id)).image
      const response = await fetch(server.url + new URL(url).pathname + new URL(url).search)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), await sampleBytes())
    }
  })

if (testEngine === 'postgres') {
  /** Starts two servers on one database, each with its own data folder. */
  const pair = async () => {
    const { settings, drop } = await migratedLocation()
    const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
    const people = await createPeople(settings)
    const servers = await Promise.all([startProcess(settings), startProcess({ ...settings, dataDir: folder })])
    after(async () => {
      for (const server of servers) await server.kill()
      await removeFolder(folder)
      await drop()
    })
    const [one, other] = servers as [ServerProcess, ServerProcess]
    const ann = people.ann.at(one.url)
    const users = [{ email: people.bobsEmail, workspace_role_id: 3 }]
    const { workspace } = await ann.workspaces.create(people.organization, { name: 'Board', users })
    const board = workspace.properties.uid
    const { note: shared } = await ann.notes.create(board, { text: 'shared' })
    return {
      one,
      other,
      board,
      shared: shared.id,
      ann,
      bob: people.bob.at(other.url),
      annOnOther: people.ann.at(other.url),
      people,
    }
  }

  test('[STO-1] [STO-5] [EVT-1] [CHG-12] two servers write to one workspace, and its log has one order without gaps', async () => {
    const { ann, bob, annOnOther, board, shared } = await pair()
    const acknowledged: AcknowledgedChanges = { notes: new Map(), updates: 0 }
    const isOver = () => acknowledged.notes.size > 400
    const outcomes = await Promise.all(
      [ann, bob].map(client => writeUntil(client, board, shared, acknowledged, isOver)),
    )
    for (const outcome of outcomes.flat()) assert.equal(outcome.status, 'fulfilled')
    await assertWhole(bob, board, shared, acknowledged)

    const order: string[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const { note } = await (turn % 2 ? bob : ann).notes.create(board, { text: `turn ${turn}` })
      order.push(note.id)
    }
    const events = await Array.fromAsync(ann.events.list.all(board, { limit: 1_000 }))
    assert.deepEqual(
      events.slice(-20).map(event => event.note?.id),
      order,
      'a change confirmed earlier has the lower seq',
    )

    const version = (await ann.notes.get(board, shared)).note.version
    const guarded = Array.from({ length: 16 }, (_, index) =>
      (index % 2 ? ann : bob).notes.update(board, shared, { text: `${index}` }, { ifMatch: version }),
    )
    const done = (await Promise.allSettled(guarded)).filter(outcome => outcome.status === 'fulfilled')
    assert.equal(done.length, 1, 'one of several with the same version succeeds')

    for (let round = 0; round < 10; round += 1) {
      const before = (await ann.notes.list(board)).total
      const options = { idempotencyKey: `once-${round}` }
      const twice = [ann, annOnOther, ann, annOnOther].map(client =>
        client.notes.create(board, { text: 'once' }, options),
      )
      const results = await Promise.allSettled(twice)
      const ids = results.flatMap(result => (result.status === 'fulfilled' ? [result.value.note.id] : []))
      const refusals = results.flatMap(result => (result.status === 'rejected' ? [result.reason.status] : []))
      assert.equal(new Set(ids).size, 1)
      assert.deepEqual(
        refusals,
        refusals.map(() => 409),
      )
      assert.equal((await bob.notes.list(board)).total, before + 1)
    }
  })

  test('[STO-3] [STO-5] one of two servers is killed while both write: nothing acknowledged is lost, and the other continues', async () => {
    const { one, other, ann, bob, board, shared, people } = await pair()
    const acknowledged: AcknowledgedChanges = { notes: new Map(), updates: 0 }
    let isOver = false
    const dying = writeUntil(ann, board, shared, acknowledged, () => false)
    const living = writeUntil(bob, board, shared, acknowledged, () => isOver)
    while (acknowledged.notes.size < 150) await new Promise(resolve => setTimeout(resolve, 1))
    await one.kill()
    await dying
    const goal = acknowledged.notes.size + 100
    while (acknowledged.notes.size < goal) await new Promise(resolve => setTimeout(resolve, 1))
    isOver = true
    for (const outcome of await living) assert.equal(outcome.status, 'fulfilled')
    await assertWhole(bob, board, shared, acknowledged)
    const { workspace } = await people.ann.at(other.url).workspaces.get(board)
    assert.equal(workspace.properties.uid, board)
  })
}
