// The client as a package: built, packed, installed from the file into an empty folder, and used from there.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { buildPackage, packPackage } from '../scripts/client-package/build.ts'
import { world } from '../server/testing/world.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
/** The machine's own programs, not those of the project. */
const PATH = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.endsWith('node_modules/.bin'))
const env = { ...process.env, PATH: PATH.join(delimiter), npm_config_offline: 'true' }

let tarball: string
/** An empty folder that contains only the installed package. */
let folder: string

before(async () => {
  const build = await mkdtemp(join(tmpdir(), 'tessera-package-'))
  await buildPackage(join(build, 'package'))
  tarball = await packPackage(join(build, 'package'), build)
  folder = join(build, 'app')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  // The only dependency comes from this project, so that nothing is downloaded.
  const ws = await packPackage(join(modules, 'ws'), build)
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball, ws], { cwd: folder, env })
  for (const name of ['program.mjs', 'consumer.ts']) {
    await copyFile(join(import.meta.dirname, `installed-client-${name}`), join(folder, name))
  }
})

test('[CLI-16] the package contains JavaScript, its types, README and LICENSE, and no sources or tests', async () => {
  const installed = join(folder, 'node_modules/@tessera/client')
  assert.deepEqual((await readdir(installed, { recursive: true })).sort(), [
    ...['LICENSE', 'README.md', 'cli.js', 'index.d.ts', 'index.js'],
    ...['no-web-socket.js', 'node-web-socket.js', 'package.json'],
  ])
  const {
    dependencies,
    private: isPrivate,
    type,
    ...manifest
  } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual(
    [Object.keys(dependencies), isPrivate, type, manifest.sideEffects],
    [['ws'], undefined, 'module', false],
  )
  const imports = /^import .*["'](.+)["']|\bimport\(["'](.+?)["']/gm
  const code = await readFile(join(installed, 'index.js'), 'utf8')
  assert.deepEqual(
    [...code.matchAll(imports)].map(match => match[1] ?? match[2]),
    ['#web-socket'],
  )
  assert.doesNotMatch(await readFile(join(installed, 'index.d.ts'), 'utf8'), /^import|import\(/m)
})

test('[CLI-16] [CLI-18] installed, it works from plain JavaScript on the Node of the machine and on that of the project', async () => {
  const { url, ann, organization } = await world()
  const picture = join(root, 'server/testing/samples/animated.png')
  const program = [join(folder, 'program.mjs'), url, ann.token, String(organization), picture]
  const ofMachine = JSON.parse((await run('node', program, { env })).stdout)
  const ofProject = JSON.parse((await run(process.execPath, program)).stdout)
  // Runs like on Node 20, whichever version the machine has.
  const withoutWebSocket = JSON.parse((await run(process.execPath, ['--no-experimental-websocket', ...program])).stdout)
  const required = ['--print', "typeof require('@tessera/client').connect"]
  assert.equal((await run(process.execPath, required, { cwd: folder })).stdout, 'function\n')
  assert.equal(ofProject.hasOwnWebSocket, true)
  assert.equal(withoutWebSocket.hasOwnWebSocket, false)
  for (const found of [ofMachine, ofProject, withoutWebSocket]) {
    assert.match(found.image, /^[0-9a-f]{24}$/)
    assert.deepEqual(found.refusal, ['BadRequest', ['scale']])
    assert.deepEqual([found.seen, found.kinds], [1, ['image']])
  }
})

test('[CLI-20] installed, the program tessera runs on the Node of the machine and on that of the project', async () => {
  const { url, ann, board } = await world()
  const { version } = JSON.parse(await readFile(join(root, 'clients/typescript/package.json'), 'utf8'))
  const { stdout } = await run('npx', ['--no-install', 'tessera', '--version'], { cwd: folder, env })
  assert.equal(stdout, `${version}\n`)
  const signedIn = { TESSERA_URL: url, TESSERA_TOKEN: ann.token, XDG_CONFIG_HOME: folder }
  for (const node of ['node', process.execPath]) {
    const args = [join(folder, 'node_modules/.bin/tessera'), 'workspaces', '--json']
    const printed = await run(node, args, { env: { ...env, ...signedIn } })
    assert.match(printed.stdout, new RegExp(board))
  }
})

test('[CLI-19] bundled for browsers, it imports nothing and contains nothing of Node', async () => {
  const entry = join(folder, 'page.js')
  await writeFile(entry, "export { connect, openLive } from '@tessera/client'\n")
  const bundle = await rolldown({ input: entry, platform: 'browser', cwd: folder, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm' })
  const [page] = output
  assert.equal(output.length, 1)
  assert.deepEqual([page.imports, page.dynamicImports], [[], []])
  assert.doesNotMatch(page.moduleIds.join(), /node-web-socket|\/ws\//)
  assert.doesNotMatch(page.code, /["']node:/)
  // Code that a page does not use is not bundled.
  assert.doesNotMatch(page.code, /openUndo/)
})

for (const [version, compiler] of [
  ['7', join(modules, '.bin/tsc')],
  ['5.9', join(root, 'scripts/openapi-clients/node_modules/.bin/tsc')],
] as const) {
  test(`[CLI-17] TypeScript ${version} accepts a strict program with the installed package, for Node and for bundlers`, async () => {
    for (const mode of ['nodenext', 'bundler'] as const) {
      const config = join(folder, `tsconfig-${version}-${mode}.json`)
      await writeFile(config, JSON.stringify({ files: ['consumer.ts'], compilerOptions: compilerOptions(mode) }))
      await run(process.execPath, [compiler, '-p', config], { cwd: folder }).catch(({ stdout }) => {
        assert.fail(`${mode}:\n${stdout}`)
      })
    }
  })
}

/**
 * A program for Node has the types of Node, and a page has those of browsers. The package's own types are checked as
 * well.
 */
const compilerOptions = (mode: 'nodenext' | 'bundler') => ({
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
  target: 'es2022',
  module: mode === 'nodenext' ? 'nodenext' : 'esnext',
  moduleResolution: mode,
  ...(mode === 'nodenext'
    ? { lib: ['es2023'], types: ['node'], typeRoots: [join(modules, '@types')] }
    : { lib: ['es2023', 'dom', 'dom.iterable'], types: [] }),
})

test('[CLI-16] publint and are-the-types-wrong report nothing about the package', async () => {
  const { messages } = await publint({
    pkgDir: join(folder, 'node_modules/@tessera/client'),
    pack: false,
    strict: true,
  })
  assert.deepEqual(messages, [])
  const checked = await checkPackage(createPackageFromTarballData(await readFile(tarball)))
  assert.ok(checked.types)
  // The tool does not know that Node 20.19 and later load ES modules with require(), too.
  assert.deepEqual(
    checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM'),
    [],
  )
})
