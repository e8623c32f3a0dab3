// Makes a checkout ready to run: dependencies, Node itself, the web pages and, with --test, the programs that the tests
// use. Runs before every command, so it is quick if there is nothing to do and writes to standard error only. It is
// plain JavaScript for Node 20, because nothing is installed yet: it must not import a package or a .ts file.

import { chdir } from 'node:process'
import { fileURLToPath } from 'node:url'
import { dependencies } from './setup-dependencies.mjs'
import { acquireSetupLock } from './setup-lock.mjs'
import { ownNode } from './setup-own-node.mjs'
import { pages } from './setup-pages.mjs'
import { testPrograms } from './setup-test-programs.mjs'

/**
 * A step of the setup. `pending` describes what has to be done, or returns null; `run` does it, or throws a message.
 * @typedef {{ pending: () => string | null, run: () => void }} Step
 */

const flags = new Set(process.argv.slice(2))
const unknownFlag = [...flags].find(flag => flag !== '--quiet' && flag !== '--test')
chdir(fileURLToPath(new URL('..', import.meta.url)))

/** @type {Step[]} */
const steps = [dependencies, ownNode, pages, ...(flags.has('--test') ? [testPrograms] : [])]

try {
  if (unknownFlag) throw new Error(`Unknown option ${unknownFlag}. The options are --quiet and --test.`)
  if (steps.some(step => step.pending())) setUp()
  else if (!flags.has('--quiet')) print('Setup: nothing to do.')
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function setUp() {
  const release = acquireSetupLock(print)
  try {
    // Checked again under the lock, one by one: another setup may have done it, and one step may make the next pending.
    for (const step of steps) {
      const description = step.pending()
      if (!description) continue
      print(description)
      step.run()
    }
  } finally {
    release()
  }
}

/** @param {string} text */
function print(text) {
  process.stderr.write(`${text}\n`)
}
