// Runs code of the guides like a reader would: each language with its own program, settings in the environment, and its
// output as the result.

import { spawn } from 'node:child_process'

/** How a program of each language is started, with the file that contains it. */
export const runners: Record<string, { extension: string; command: (file: string) => [string, ...string[]] }> = {
  sh: { extension: 'sh', command: file => ['sh', '-eu', file] },
  ts: { extension: 'ts', command: file => [process.execPath, file] },
  js: { extension: 'js', command: file => [process.execPath, file] },
  python: { extension: 'py', command: file => ['python3', file] },
  php: { extension: 'php', command: file => ['php', file] },
  ruby: { extension: 'rb', command: file => ['ruby', file] },
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** The standard input of the program. */
  readonly input?: string
}

/** A program that does not end by itself is killed after a minute, with a nonzero status. */
export async function runCommand([command, ...args]: [string, ...string[]], { cwd, env, input = '' }: RunOptions) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], timeout: 60_000 })
  child.stdin.on('error', () => {}).end(input)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { status, output }
}
