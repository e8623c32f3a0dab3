// Tests clients that third-party generators create from the OpenAPI document: compiled with a strict program, which
// then works on a board.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { removeFolder } from '../server/testing/test-database.ts'
import { world } from '../server/testing/world.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const generators = join(root, 'scripts/openapi-clients')

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-generated-'))
  await cp(join(generators, 'programs'), folder, { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ include: ['.'], compilerOptions }))
  const generate = ['--import', join(generators, 'older-typescript.ts'), join(generators, 'generate.ts')]
  await run(process.execPath, [...generate, join(root, 'docs/openapi.json'), folder], { cwd: folder })
})

after(() => removeFolder(folder))

const compilerOptions = {
  outDir: 'built',
  rootDir: '.',
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

test('[DSC-10] programs with generated clients compile and work on a board', async () => {
  const compiler = join(root, 'node_modules/.bin/tsc')
  await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }) => assert.fail(stdout))
  const picture = join(root, 'server/testing/samples/animated.png')
  for (const program of ['with-hey-api.js', 'with-openapi-fetch.js']) {
    const { url, ann, board } = await world()
    const { stdout } = await run(process.execPath, [join(folder, 'built', program), url, ann.token, board, picture])
    const found = {
      email: ann.email,
      results: ['two', 'connector'],
      image: 'picture.png',
      objects: ['connector elbow', 'image picture.png', 'note one', 'note two'],
      picture: [true, 'image/png', true],
      refusal: [400, 'BadRequest'],
    }
    assert.deepEqual(JSON.parse(stdout), found, program)
  }
})
