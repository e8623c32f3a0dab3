// An older and a newer version of the server on one PostgreSQL, while both write and both restart. Not for the embedded
// database, which has one process.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { liveUrl } from '../testing/live-client.ts'
import { copyWithMigration, extractCommit, findOlderCommit } from '../testing/other-version.ts'
import { createPeople, type ServerProcess, startProcess, type Token } from '../testing/server-process.ts'
import { migratedLocation, removeFolder, testEngine } from '../testing/test-database.ts'
import { pollUntil, until } from '../testing/until.ts'

/** Changes the tables that every request uses, so that prepared statements of the older server become invalid. */
const newerMigration = `
  import { sql } from 'kysely'
  export const name = '9999-upgrade'
  export const step = 'expand'
  export async function up(tx) {
    for (const table of ['workspaces', 'objects', 'events', 'users', 'grants'])
      await sql.raw(\`alter table \${table} add column added_later text not null default 'later'\`).execute(tx)
  }
  export const background = [{ index: 'objects_added_later', on: 'objects (added_later, id)' }]
`

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

if (testEngine === 'postgres')
  test('[OPS-55] an older and a newer server write to one database and restart, and nothing is lost', async () => {
    const { settings, drop } = await migratedLocation()
    closers.push(drop)
    // The older commit does not know access tokens with a `grant_id`.
    const { ann, organization } = await createPeople(settings, { hasPersonalTokens: true })
    const folders = {
      older: await extractCommit(findOlderCommit()),
      newer: await copyWithMigration('9999-upgrade', newerMigration),
    }
    closers.push(() => Promise.all(Object.values(folders).map(removeFolder)))
    const start = (folder: string) => startNode(settings.databaseUrl as string, folder)

    const first = await start(folders.older)
    const { workspace } = await ann.at(first.url).workspaces.create(organization, { name: 'Both' })
    const board = { ann, board: workspace.properties.uid }
    const oldWriter = startWriter(board, 'older', first)
    const oldReader = await openReader(board, first)
    await oldWriter.untilWritten(20)

    const second = await start(folders.newer)
    const newWriter = startWriter(board, 'newer', second)
    const newReader = await openReader(board, second)
    await Promise.all([oldWriter.untilWritten(60), newWriter.untilWritten(20)])

    const seen = oldReader.seqs.length
    await oldWriter.pause()
    await first.stop()
    const again = await start(folders.older)
    const oldReaderAgain = await openReader(board, again, oldReader.seqs.at(-1))
    oldWriter.goOn(again)
    await newWriter.pause()
    await second.stop()
    const newAgain = await start(folders.newer)
    newWriter.goOn(newAgain)
    await Promise.all([oldWriter.untilWritten(80), newWriter.untilWritten(40)])
    await Promise.all([oldWriter.pause(), newWriter.pause()])

    const written = [...oldWriter.written, ...newWriter.written]
    const logs = await Promise.all([again, newAgain].map(node => readLog(board, node)))
    for (const log of logs) {
      assert.deepEqual(
        log.seqs,
        Array.from(log.seqs, (_, index) => index + 1),
        'the log has no holes',
      )
      assert.deepEqual(log.texts.toSorted(), written.toSorted(), 'every acknowledged note is there once')
    }
    const last = logs[0]?.seqs.at(-1) as number
    await until(async () => oldReaderAgain.seqs.at(-1) === last)
    const allSeen = [...oldReader.seqs, ...oldReaderAgain.seqs]
    assert.deepEqual(
      allSeen,
      Array.from(allSeen, (_, index) => (allSeen[0] as number) + index),
      'live saw all at the older',
    )
    assert.ok(seen > 0 && newReader.seqs.length > 0)
    assert.deepEqual([oldWriter.failures, newWriter.failures], [[], []], 'nobody noticed the upgrade')
  })

async function startNode(databaseUrl: string, root: string): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-node-'))
  const server = await startProcess({ databaseUrl, dataDir }, {}, root)
  closers.push(async () => {
    await server.kill()
    await removeFolder(dataDir)
  })
  return server
}

type Board = { ann: Token; board: string }

/** Writes notes one after the other, and records which were acknowledged. */
function startWriter({ ann, board }: Board, name: string, node: ServerProcess) {
  const written: string[] = []
  const failures: string[] = []
  let isPaused = false
  let running = run(node)
  return {
    written,
    failures,
    untilWritten: (count: number) => pollUntil(async () => failures.length > 50 || written.length >= count, Boolean),
    async pause() {
      isPaused = true
      await running
    },
    goOn(next: ServerProcess) {
      isPaused = false
      running = run(next)
    },
  }

  async function run({ url }: ServerProcess): Promise<void> {
    const client = ann.at(url)
    while (!isPaused) {
      const text = `${name} ${written.length + failures.length}`
      try {
        await client.notes.create(board, { text })
        written.push(text)
        await client.objects.list(board)
      } catch (error) {
        failures.push(String(error))
      }
    }
  }
}

/** Collects the seqs of the events that arrive at the live socket of a node. */
async function openReader({ ann, board }: Board, { url }: ServerProcess, afterSeq: number | null = null) {
  const socket = new WebSocket(liveUrl(url, board).replace(/^http/, 'ws'))
  socket.on('error', () => {})
  closers.push(async () => socket.terminate())
  const seqs: number[] = []
  const welcomed = new Promise<void>(resolve => {
    socket.on('message', data => {
      const message = JSON.parse(String(data))
      if (message.type === 'welcome') resolve()
      if (message.type === 'events') seqs.push(...message.events.map(({ seq }: { seq: number }) => seq))
    })
  })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: ann.token, after: afterSeq })))
  await welcomed
  return { seqs }
}

async function readLog({ ann, board }: Board, { url }: ServerProcess) {
  const client = ann.at(url)
  const events = await Array.fromAsync(client.events.list.all(board))
  const { objects } = await client.objects.list(board)
  return {
    seqs: events.map(({ seq }) => seq),
    texts: objects.map(object => (object as { text?: string }).text ?? ''),
  }
}
