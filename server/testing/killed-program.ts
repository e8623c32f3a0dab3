// Runs a program in a separate process, and kills it as soon as it prints something.

import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The program is a module. Its relative imports start at `folder`. */
export async function killAtFirstOutput(code: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let hasOutput = false
  child.stdout.once('data', () => {
    hasOutput = true
    child.kill('SIGKILL')
  })
  await ended
  if (!hasOutput) throw new Error('the program ended without output')
}
