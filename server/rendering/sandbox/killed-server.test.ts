// Tests a server that is killed while it draws a document, and the next server, which continues.

import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { expireLeases } from '../../testing/job-rows.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { fetchFile, processedDocument } from '../../testing/processed.ts'
import { createPeople, startProcess } from '../../testing/server-process.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'

const pages = Array.from({ length: 20 }, (_, index) => ({ text: `Page ${index + 1}` }))

test('[FIL-16] [FIL-18] [JOB-6] pages drawn before a server was killed are kept, the next server draws the others, and no child process survives', async () => {
  const { db, settings, drop } = await testDatabase()
  const { ann, organization } = await createPeople(settings)
  const first = await startProcess(settings)
  const { workspace } = await ann.at(first.url).workspaces.create(organization, { name: 'Board' })
  const board = workspace.properties.uid
  const { document } = await ann.at(first.url).documents.create(board, { document: createPdf(pages), title: 'long' })
  const made = await until(async () => {
    const listed = await ann.at(first.url).documents.listPages(board, document.id)
    return listed.total >= 3 && listed
  })
  const drawing = await processesIn(settings.dataDir)
  await first.kill()
  assert.equal(drawing.length, 1)
  await until(async () => (await processesIn(settings.dataDir)).length === 0)
  assert.ok(made.total < pages.length, 'it was in the middle of it')
  const storedAt = await Promise.all(made.pages.map(page => timeOf(settings.dataDir, page.pictures[1]?.url)))

  // Simulates that the lease of the killed server has expired.
  await expireLeases(db)
  const second = await startProcess(settings)
  const ready = await processedDocument({ as: ann.at(second.url) as never, board }, document.id)
  assert.deepEqual([ready.state, ready.pages, ready.progress], ['ready', pages.length, 100])
  const all = await ann.at(second.url).documents.listPages(board, document.id, { limit: 100 })
  assert.deepEqual(
    all.pages.map(page => page.text),
    pages.map(page => page.text),
  )
  for (const { url } of all.pages.flatMap(page => page.pictures))
    assert.equal((await fetchFile(second, url)).status, 200)
  assert.deepEqual(await Promise.all(made.pages.map(page => timeOf(settings.dataDir, page.pictures[1]?.url))), storedAt)
  await second.stop()
  await until(async () => (await processesIn(settings.dataDir)).length === 0)
  await db.close()
  await drop()
})

/** Lists the ids of the child processes that were started with this data folder. */
async function processesIn(dataDir: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const found: string[] = []
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('child-main.ts') && command.includes(join(dataDir, 'work'))) found.push(id)
  }
  return found
}

async function timeOf(dataDir: string, url: string | undefined): Promise<number> {
  const hash = new URL(url as string).pathname.replace('/files/', '')
  return (await stat(join(dataDir, 'files', hash.slice(0, 2), hash.slice(2)))).mtimeMs
}
