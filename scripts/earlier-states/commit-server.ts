// The server of a commit in a folder of its own: extracted from git, set up and started by its own `npm start`. Only what
// every commit has is used: npm scripts, settings and the API.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot } from '../project-files.ts'
import { freePort } from '../test-servers.ts'

export type Settings = Readonly<Record<string, string>>

export interface CommitServer {
  readonly url: string
  /** Runs a command of the operator and returns what it prints. */
  tessera(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}

export async function extractCommit(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-commit-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return folder
}

/** The first start of a folder installs the commit's packages, which takes minutes. */
export async function startCommit(folder: string, settings: Settings): Promise<CommitServer> {
  const port = String(await freePort())
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, HOST: '127.0.0.1', ...settings }
  // A process group, because npm starts a shell, which starts the server.
  const child = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  while (!(await isListening(url))) {
    if (child.exitCode !== null) throw new Error(`npm start of the commit ended with ${child.exitCode}`)
    await sleep(500)
  }
  return {
    url,
    async tessera(...args) {
      const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'tessera', '--', ...args], { cwd: folder, env })
      return stdout.trim()
    },
    async stop() {
      process.kill(-(child.pid as number), 'SIGTERM')
      await closed
    },
  }
}

const isListening = (url: string) =>
  fetch(`${url}/api/openapi.json`).then(
    response => response.ok,
    () => false,
  )
