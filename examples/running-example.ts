// Runs an example as its reader would: `node <name>.ts` in its folder, with settings from the environment.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after } from 'node:test'

export interface RunningExample {
  /** What it printed so far. */
  readonly output: string
  /** Resolves once it has printed the text. */
  printed(text: string): Promise<void>
  /** The exit code. */
  readonly ended: Promise<number | null>
  stop(): Promise<void>
}

export function runExample(name: string, args: string[], env: Record<string, string>): RunningExample {
  const child = spawn(process.execPath, [`${name}.ts`, ...args], {
    cwd: join(import.meta.dirname, name),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isRunning = true
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
      wake()
    })
  }
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  ended.then(() => {
    isRunning = false
    wake()
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  after(stop)
  return {
    get output() {
      return output
    },
    printed: text =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text) && isRunning) return
          waiting.delete(check)
          if (output.includes(text)) resolve()
          else reject(new Error(`${name} ended without printing "${text}": ${output}`))
        }
        waiting.add(check)
        check()
      }),
    ended,
    stop,
  }
}
