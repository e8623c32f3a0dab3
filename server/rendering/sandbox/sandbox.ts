// Starts programs that read uploaded files: in a separate process group, at a low priority, with limits on memory, CPU
// time and file size and, if the system allows it, without network.

import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'

export interface SandboxOptions {
  readonly memoryBytes: number
  readonly fileBytes: number
  readonly cpuSeconds: number
  readonly folder: string
  readonly stdio: StdioOptions
}

export async function startSandboxed(command: readonly string[], options: SandboxOptions): Promise<ChildProcess> {
  const child = await start(command, options)
  // Requests take priority. The threads that the program starts later have the same low priority.
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

async function start(command: readonly string[], options: SandboxOptions): Promise<ChildProcess> {
  const { memoryBytes, fileBytes, cpuSeconds, folder, stdio } = options
  // The environment of the server is not passed on: it contains secrets. HOME is the folder, because programs write there.
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' }
  const spawnOptions = { cwd: folder, env, stdio, detached: true }
  if (process.platform === 'win32') return spawn(command[0] as string, command.slice(1), spawnOptions)
  const limited = `ulimit -c 0; ulimit -d ${Math.floor(memoryBytes / 1024)}; ulimit -f ${Math.floor(fileBytes / 512)}
    ulimit -t ${cpuSeconds}; exec "$@"`
  const withoutNetwork = (await canDropNetwork()) ? ['unshare', '--user', '--map-root-user', '--net'] : []
  return spawn('sh', ['-c', limited, 'sh', ...withoutNetwork, ...command], spawnOptions)
}

/** Kills a program and every process it started. */
export function killProcessGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

let canUnshare: Promise<boolean> | undefined

/** Whether programs can be started in an empty network namespace; containers often forbid that. */
export function canDropNetwork(): Promise<boolean> {
  canUnshare ??= new Promise(resolve => {
    execFile('unshare', ['--user', '--map-root-user', '--net', 'true'], error => resolve(error === null))
  })
  return canUnshare
}
