// Tests the operator command that imports a file.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand, settingsFor } from '../testing/command-line.ts'
import { world } from '../testing/world.ts'

test('[IMP-15] a file is imported in the name of the Owner, with a text report', async () => {
  const { ann: client, board, dependencies } = await world()
  const run = (...args: string[]) => runCommand(args, settingsFor(dependencies.config))
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  const file = join(folder, 'plan.md')
  await writeFile(file, '# Plan\n- one\n- two\n\n![fox](fox.png)\n')
  const done = await run('import', '--workspace', board, '--file', file)
  assert.deepEqual(
    [done.status, done.stderr, done.stdout.split('\n')],
    [
      0,
      '',
      [
        'Imported plan.md (markdown): 4 objects.',
        'Adapted:',
        '  1 × Files of a folder that was not imported: a placeholder shows their name',
        'Worked directly on the data of this server.',
      ],
    ],
  )
  assert.equal((await client.objects.list(board)).objects.length, 4)
  const wrong = await run('import', '--workspace', board, '--file', file, '--format', 'tessera')
  assert.deepEqual([wrong.status, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /was not imported\. The file is not a Tessera archive\./)
  for (const args of [
    ['--file', 'nowhere.md'],
    ['--file', file, '--format', 'docx'],
    ['--file', file, '--as', 'nobody@example.com'],
  ])
    assert.equal((await run('import', '--workspace', board, ...args)).status, 2)
  await rm(folder, { recursive: true })
})
