import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openDiskStorage } from './disk-storage.ts'

test('[STO-6] a file is stored under its hash, split after two characters', async () => {
  await inFolder(async folder => {
    const storage = await openDiskStorage(folder)
    const { hash } = await storage.put(once('hello'), { maxBytes: 100 })
    assert.equal(hash, createHash('sha256').update('hello').digest('hex'))
    assert.equal(await readFile(join(folder, hash.slice(0, 2), hash.slice(2)), 'utf8'), 'hello')
  })
})

test('putting content again renews the storage time', async () => {
  await inFolder(async folder => {
    const storage = await openDiskStorage(folder)
    const { hash } = await storage.put(once('hello'), { maxBytes: 100 })
    const longAgo = new Date('2001-01-01')
    await utimes(join(folder, hash.slice(0, 2), hash.slice(2)), longAgo, longAgo)
    await storage.put(once('hello'), { maxBytes: 100 })
    for await (const { storedAt } of storage.list()) assert.ok(storedAt > longAgo)
  })
})

test('opening removes temporary files that are older than a day, and no newer ones', async () => {
  await inFolder(async folder => {
    await mkdir(join(folder, 'tmp'))
    for (const name of ['old', 'young']) await writeFile(join(folder, 'tmp', name), 'half a file')
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    await utimes(join(folder, 'tmp', 'old'), twoDaysAgo, twoDaysAgo)
    await openDiskStorage(folder)
    assert.deepEqual(await readdir(join(folder, 'tmp')), ['young'])
  })
})

test('files stay readable after opening the folder again', async () => {
  await inFolder(async folder => {
    const { hash } = await (await openDiskStorage(folder)).put(once('kept'), { maxBytes: 100 })
    assert.equal(await (await openDiskStorage(folder)).size(hash), 4)
  })
})

// The shell limits the file size of the child to 64 blocks; the write then fails as on a full disk.
test('a full disk throws StorageFull and leaves no file', async () => {
  await inFolder(async folder => {
    const script = `
      import { openDiskStorage } from ${JSON.stringify(import.meta.resolve('./disk-storage.ts'))}
      const storage = await openDiskStorage(process.argv[1])
      async function* large() { for (let i = 0; i < 100; i++) yield Buffer.alloc(10_000, i) }
      await storage.put(large(), { maxBytes: 10_000_000 }).then(
        () => console.log('stored'),
        error => console.log(error.name + ': ' + error.message),
      )`
    const command = 'ulimit -f 64; exec "$0" --input-type=module -e "$1" "$2"'
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script, folder])
    assert.equal(stdout, 'StorageFull: The storage is full\n')
    assert.deepEqual(await readdir(folder), ['tmp'])
    assert.deepEqual(await readdir(join(folder, 'tmp')), [])
  })
})

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  try {
    await body(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
