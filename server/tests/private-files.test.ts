// Tests the modes of the files and folders that a server and the commands write, under a umask that would let everyone
// read them.

import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsFor, tessera } from '../testing/command-line.ts'
import { createPeople, startProcess } from '../testing/server-process.ts'
import { emptyLocation } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'
import { visitor } from '../testing/visitor.ts'

/** Lists paths with modes that allow access to others. */
async function listOpen(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const checked = await Promise.all(
    ['', ...names].map(async name => {
      const found = await lstat(join(folder, name)).catch(() => null)
      if (!found || found.isSymbolicLink()) return []
      const mode = found.mode & 0o777
      return mode === (found.isDirectory() ? 0o700 : 0o600) ? [] : [`${name} ${mode.toString(8)}`]
    }),
  )
  return checked.flat()
}

test('[STO-17] only the user of the server can read DATA_DIR and backups, whatever the umask; older files are corrected', async t => {
  const { settings, drop } = await emptyLocation()
  t.after(drop)
  const { dataDir } = settings
  const umask = process.umask(0)
  t.after(() => process.umask(umask))
  await createPeople(settings)
  await mkdir(join(dataDir, 'mail'), { mode: 0o777 })
  await mkdir(join(dataDir, 'files/ab'), { recursive: true, mode: 0o777 })
  for (const name of ['mail/old.eml', 'files/ab/old']) await writeFile(join(dataDir, name), 'x', { mode: 0o666 })
  await chmod(dataDir, 0o755)
  assert.ok((await listOpen(dataDir)).length > 4)

  const server = await startProcess(settings, { ADMIN_PASSWORD: 'mosaic floor' })
  try {
    await until(async () => (await listOpen(dataDir)).length === 0)
    const sent = await visitor(server.url).fillIn('/forgot-password', { email: 'ann@example.com' })
    assert.equal(sent.status, 200)
    const backup = await tessera(settingsFor(settings), 'backup', join(dataDir, 'backup.tessera'))
    assert.equal(backup.status, 0, backup.stderr)
  } finally {
    await server.stop()
  }
  assert.deepEqual(await listOpen(dataDir), [])
  const names = await readdir(dataDir, { recursive: true })
  for (const name of ['node-id', 'server.lock', 'backup.tessera', 'mail', 'files'])
    assert.ok(names.includes(name), name)
})
