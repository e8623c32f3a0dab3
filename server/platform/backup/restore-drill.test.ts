// The scripts of deploy/backup: the nightly backup and the drill that restores it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { settingsFor } from '../../testing/command-line.ts'
import { emptyLocation, removeFolder, testEngine } from '../../testing/test-database.ts'
import { worldWith } from '../../testing/world.ts'

const root = join(import.meta.dirname, '../../..')

async function script(name: string, args: readonly string[], settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(join(root, 'deploy/backup', name), args, {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, TESSERA: `${process.execPath} server/cli.ts`, ...settings },
  })
  const closed = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { status, stdout, stderr }
}

test('[OPS-41] [OPS-42] the backup of a night is kept, an old one removed, and the drill restores it', async t => {
  const { ann, board, dependencies } = await worldWith({})
  await ann.notes.create(board, { text: 'worth keeping' })
  const folder = await mkdtemp(join(tmpdir(), 'tessera-drill-'))
  t.after(() => removeFolder(folder))
  const [backups, key] = [join(folder, 'backups'), join(folder, 'key')]
  await mkdir(backups)
  await writeFile(key, 'k'.repeat(32), { mode: 0o600 })
  const old = join(backups, 'tessera-2020-01-01.tessera')
  await writeFile(old, '')
  await utimes(old, 0, 0)
  const { dataDir, databaseUrl } = dependencies.config
  const settings = settingsFor({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) })

  const failed = await script('backup.sh', [backups, '--encrypt', '--key-file', join(folder, 'no-such-key')], settings)
  assert.notEqual(failed.status, 0)
  assert.deepEqual(await readdir(backups), ['tessera-2020-01-01.tessera'])

  const made = await script('backup.sh', [backups, '--encrypt', '--key-file', key], settings)
  assert.equal(made.status, 0, made.stderr)
  const archive = made.stdout.trim().split('\n').at(-1) as string
  assert.deepEqual(await readdir(backups), [archive.slice(backups.length + 1)])

  const target = await emptyLocation()
  t.after(() => target.drop())
  const drill: Record<string, string> =
    testEngine === 'postgres' ? { DRILL_DATABASE_URL: target.settings.databaseUrl as string } : {}
  const restored = await script('restore-drill.sh', [archive, '--key-file', key], { ...settings, ...drill })
  assert.equal(restored.status, 0, restored.stdout + restored.stderr)
  assert.match(restored.stdout, new RegExp(ann.email))
  assert.match(restored.stdout, /^database: ok/m)
  assert.match(restored.stdout, /The backup can be restored\.$/m)

  await writeFile(archive, 'damaged')
  const damaged = await script('restore-drill.sh', [archive, '--key-file', key], settings)
  assert.notEqual(damaged.status, 0)
  assert.doesNotMatch(damaged.stdout, /can be restored/)
})
