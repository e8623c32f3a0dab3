// The image without Docker: the stages of the Dockerfile in folders, with its own commands and paths, and the server as a
// non-root user on a read-only file system.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFreePort } from '../server/testing/server-process.ts'
import { until } from '../server/testing/until.ts'
import { type Instruction, parseDockerfile, readWords } from './dockerfile.ts'

const projectRoot = join(import.meta.dirname, '..')
const [build, image] = parseDockerfile(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'))
assert.ok(build && image)

// The scratch folder of the tests is not used: only its owner may enter it.
const folder = mkdtempSync('/tmp/tessera-image-')
const [source, root, data] = ['build', 'image', 'data'].map(name => join(folder, name)) as [string, string, string]
const node = join(folder, 'node')
const isRoot = process.getuid?.() === 0
const uid = 1000

let server: ChildProcess | undefined
after(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

before(async () => {
  runBuildStage()
  fillImage()
  execFileSync('chmod', ['-R', 'a-w,a+rX', root])
})

function valuesOf(stage: readonly Instruction[], name: string): string[] {
  return stage.filter(instruction => instruction.name === name).map(({ value }) => value)
}

/**
 * The setup has already run here: its results, the built pages and Node, are copied. All later instructions are
 * executed.
 */
function runBuildStage(): void {
  const [setup, keepNode, ...commands] = valuesOf(build as Instruction[], 'RUN')
  assert.equal(setup, 'node scripts/setup.mjs')
  assert.match(
    keepNode ?? '',
    /^cp -L \.node\/bin\/node \S+ && cp \.node\/LICENSE NODE-LICENSE && rm -rf node_modules \.node$/,
  )
  const ignored = ['.git', '.node', 'data', 'bench', 'e2e', 'docs', 'clients/python'].map(name =>
    join(projectRoot, name),
  )
  cpSync(projectRoot, source, {
    recursive: true,
    filter: from => basename(from) !== 'node_modules' && !ignored.includes(from),
  })
  placeNode()
  copyFileSync(join(projectRoot, 'LICENSE'), join(source, 'NODE-LICENSE'))
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_loglevel: 'error' }
  for (const command of commands) execFileSync('sh', ['-c', command], { cwd: source, env, stdio: 'pipe' })
}

function placeNode(): void {
  const program = realpathSync(process.execPath)
  try {
    linkSync(program, node)
  } catch {
    copyFileSync(program, node)
  }
}

function fillImage(): void {
  mkdirSync(root)
  for (const copy of valuesOf(image as Instruction[], 'COPY')) {
    const [from, ...paths] = copy.split(/\s+/)
    const target = paths.pop() ?? ''
    assert.equal(from, '--from=build')
    for (const path of paths) {
      if (path === '/usr/local/bin/tessera-node') continue
      const to = target.endsWith('/') ? join(root, target, basename(path)) : join(root, target)
      mkdirSync(dirname(to), { recursive: true })
      renameSync(path.replace('/tessera', source), to)
    }
  }
  mkdirSync(data)
  mkdirSync(join(root, 'node_modules/.cache'))
  for (const path of [data, join(root, 'node_modules/.cache')]) if (isRoot) chownSync(path, uid, uid)
  execFileSync('chmod', ['a+rx', folder])
  for (const command of valuesOf(image as Instruction[], 'RUN').filter(value => value.startsWith('[')))
    execFileSync(...asUser(readWords(command)), { cwd: root, stdio: 'pipe' })
}

function asUser([program, ...args]: string[]): [string, string[]] {
  const command = [program === 'node' ? node : (program ?? ''), ...args]
  const drop = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--']
  return isRoot ? ['setpriv', [...drop, ...command]] : [command[0] ?? '', command.slice(1)]
}

const inImage = (words: string[], env: NodeJS.ProcessEnv) => {
  const [program, args] = asUser(words)
  return spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
}

test('[OPS-56] the image has no npm, development tools or tests', () => {
  for (const name of ['typescript', 'vite', '@biomejs', 'knip', 'playwright-core', 'npm', 'node'])
    assert.equal(existsSync(join(root, 'node_modules', name)), false, name)
  const tests = execFileSync('find', [root, '-name', '*.test.ts', '-not', '-path', '*/node_modules/*'], {
    encoding: 'utf8',
  })
  assert.equal(tests, '')
  assert.match(valuesOf(image as Instruction[], 'USER').join(), /^tessera$/)
})

test('[OPS-56] the server runs as another user on a read-only tree: pages, sample board and pictures', async () => {
  const port = await findFreePort()
  const settings = Object.fromEntries(
    valuesOf(image as Instruction[], 'ENV').flatMap(value => value.split(/\s+/).map(pair => pair.split('='))),
  )
  const env = {
    PATH: process.env.PATH,
    ...settings,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
  }
  const touched = inImage(['sh', '-c', 'touch package.json server/new.ts node_modules/.cache/new'], env)
  assert.notEqual(touched.status, 0, 'the tree can be written')

  const [command] = valuesOf(image as Instruction[], 'CMD')
  const [program, args] = asUser(readWords(command ?? ''))
  server = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    assert.equal(server?.exitCode, null, output)
    return await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })

  const [check] = valuesOf(image as Instruction[], 'HEALTHCHECK')
  const health = inImage(readWords((check ?? '').replace(/^.*?CMD /s, '')), env)
  assert.equal(health.status, 0, health.stderr)
  assert.equal((await fetch(`${url}/`)).status, 200)

  const { stdout } = inImage(['node', 'server/cli.ts', 'token', '--email', 'admin@example.com'], {
    ...env,
    PUBLIC_URL: `http://localhost:${port}`,
  })
  const headers = { authorization: `Bearer ${stdout.trim()}` }
  const { workspaces } = await (await fetch(`${url}/api/users/me/workspaces`, { headers })).json()
  const picture = await fetch(`${url}/api/workspaces/${workspaces[0].uid}/picture`, { headers })
  assert.equal(picture.status, 200, await picture.clone().text())
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.ok((await picture.bytes()).length > 1000)
})
