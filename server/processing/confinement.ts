// Starts programs that read foreign files: in a process group of their own, with limits on memory and written files and,
// where the system lets us, without a network. What they are asked to do is others' business.

import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'

export interface Confinement {
  readonly memoryBytes: number
  readonly fileBytes: number
  readonly cpuSeconds: number
  readonly folder: string
  readonly stdio: StdioOptions
}

export async function startConfined(command: readonly string[], confinement: Confinement): Promise<ChildProcess> {
  const { memoryBytes, fileBytes, cpuSeconds, folder, stdio } = confinement
  // Nothing of the server's settings: they hold secrets. A home of its own, because programs like to write there.
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' }
  const options = { cwd: folder, env, stdio, detached: true }
  if (process.platform === 'win32') return spawn(command[0] as string, command.slice(1), options)
  const limited = `ulimit -c 0; ulimit -d ${Math.floor(memoryBytes / 1024)}; ulimit -f ${Math.floor(fileBytes / 512)}
    ulimit -t ${cpuSeconds}; exec "$@"`
  const withoutNetwork = (await canLoseNetwork()) ? ['unshare', '--user', '--map-root-user', '--net'] : []
  return spawn('sh', ['-c', limited, 'sh', ...withoutNetwork, ...command], options)
}

/** Ends a program and all it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

let isAble: Promise<boolean> | undefined

/** Whether programs can be started in a network of their own, with nothing in it: containers often forbid that. */
export function canLoseNetwork(): Promise<boolean> {
  isAble ??= new Promise(resolve => {
    execFile('unshare', ['--user', '--map-root-user', '--net', 'true'], error => resolve(error === null))
  })
  return isAble
}
