// A board of 60,000 objects, published by a process with memory for a fraction of them.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { fillBoard } from '../../testing/large-board.ts'
import { jobsFor } from '../../testing/members.ts'
import { worldWithoutWorker } from '../../testing/world.ts'

const heapMegabytes = 64

const program = (settings: object, job: object) => `
  const at = path => import(new URL(path, ${JSON.stringify(import.meta.url)}))
  const { openDatabase } = await at('../../platform/db/open-database.ts')
  const { publishWorkspace } = await at('./publish-workspace.ts')
  const db = await openDatabase(${JSON.stringify(settings)})
  await publishWorkspace(db, ${JSON.stringify(job)}, new AbortController().signal)
  await db.close()
  console.log(process.resourceUsage().maxRSS)`

test('[PUB-11] 60,000 objects are published with memory for a fraction of them', async t => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies, url } = made
  const { id } = (await ann.workspaces.get(board)).workspace.properties
  const characters = await fillBoard(dependencies.db, id, { count: 60_000, textLength: 2_000 })
  assert.ok(characters > 2 * heapMegabytes * 1_000_000)
  await ann.workspaces.publish(board)
  const [job] = (await jobsFor(made, board)).filter(({ name }) => name === 'publish-workspace')
  const { dataDir, databaseUrl } = dependencies.config
  const text = program({ dataDir, databaseUrl }, { ...job, id: 1, attempt: 1, created_at: '' })
  const flags = [`--max-old-space-size=${heapMegabytes}`, '--input-type=module', '-e', text]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    output += piece
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  t.diagnostic(`at most ${Math.round(Number(output) / 1_024)} MB in use`)
  const anyone = connect({ url, retries: 0 })
  const shown = await anyone.published.get(board)
  assert.equal(shown.objects_count, 60_000)
  const pages = shown.pages ?? []
  assert.equal(
    pages.reduce((sum, { objects_count }) => sum + objects_count, 0),
    60_000,
  )
  // A visitor who looks at one corner fetches a small part.
  const corner = await anyone.published.get(board, { box: '0,0,3000,2000' })
  assert.ok((corner.pages ?? []).length < pages.length / 20)
  assert.equal(corner.objects.length > 0, true)
})
