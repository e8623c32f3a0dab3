// Runs a program of the machine, not one of node_modules, which may be about to be replaced.

import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 */
export function runProgram(program, args, cwd) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter(folder => !folder.endsWith('node_modules/.bin')).join(delimiter)
  const { error, status, signal, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, PATH },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const failure = error?.message ?? signal ?? (status ? `exit code ${status}` : null)
  return { failure, output: `${stdout ?? ''}${stderr ?? ''}`.trim() }
}
