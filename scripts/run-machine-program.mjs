// Runs a program of the machine, not one of node_modules, which may be about to be replaced.

import { execFile } from 'node:child_process'
import { delimiter } from 'node:path'

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<{ failure: string | null, output: string }>}
 */
export function runProgram(program, args, cwd) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter(folder => !folder.endsWith('node_modules/.bin')).join(delimiter)
  const options = { cwd, env: { ...process.env, PATH }, maxBuffer: 64 * 1024 * 1024 }
  return new Promise(resolve => {
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ failure: error && failureOf(error), output: `${stdout}${stderr}`.trim() }),
    )
    child.stdin?.end()
  })
}

/** @param {import('node:child_process').ExecFileException} error */
function failureOf({ code, signal, message }) {
  return typeof code === 'number' ? `exit code ${code}` : (signal ?? message)
}
