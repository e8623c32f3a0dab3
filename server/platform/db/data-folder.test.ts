import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { lockDataFolder } from './data-folder.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
})
after(() => rm(folder, { recursive: true, force: true }))

// Prints a line when it has the lock, and holds it until it is killed.
async function otherServer(dataDir: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href
  const code = `
    const { lockDataFolder } = await import(${JSON.stringify(module)})
    lockDataFolder(${JSON.stringify(dataDir)})
    globalThis.gc()
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('[STO-2] a second server is refused with an error that names the folder, until the first has ended', () => {
  const first = lockDataFolder(folder)
  assert.throws(
    () => lockDataFolder(folder),
    (error: Error) => error.message.includes(folder),
  )
  first.release()
  first.release()
  lockDataFolder(folder).release()
})

test('[STO-2] the lock of a killed server is released', async () => {
  const child = await otherServer(folder)
  assert.throws(() => lockDataFolder(folder), /another server is running on DATA_DIR/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockDataFolder(folder).release()
})

test('[STO-2] a missing folder is created, readable only by its owner', async () => {
  const missing = join(folder, 'a', 'b')
  lockDataFolder(missing).release()
  assert.equal((await stat(missing)).mode & 0o777, 0o700)
})

test('a path that cannot be a folder is refused with a clear error', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  assert.throws(
    () => lockDataFolder(file),
    (error: Error) => error.message.includes(`DATA_DIR ${file} cannot`),
  )
})
