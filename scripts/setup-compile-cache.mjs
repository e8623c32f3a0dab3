// Compiles the sources of the server ahead of its first start, which is when the pages are built.

import { existsSync } from 'node:fs'
import { runProgram } from './run-machine-program.mjs'

/** @type {import('./setup.mjs').Step} */
export const compileCache = {
  pending() {
    return existsSync('node_modules/.cache/tessera') ? null : 'Compiling the server …'
  },
  async run() {
    // A failure is left to the start of the server, which reports it.
    await runProgram('node_modules/.bin/node', ['scripts/fill-compile-cache.mjs'])
  },
}
