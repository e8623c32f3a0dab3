// Makes a checkout ready to run: dependencies, Node itself, the web pages and, with --test, the programs the tests
// drive. Runs before every command, so it is quick when there is nothing to do, writes to standard error only, and is
// plain JavaScript for the Node 20 of a fresh machine: nothing here may import a package or a .ts file.

import { chdir } from 'node:process'
import { fileURLToPath } from 'node:url'
import { dependencies, ownNode } from './setup-dependencies.mjs'
import { holdSetupLock } from './setup-lock.mjs'
import { pages } from './setup-pages.mjs'
import { testPrograms } from './setup-test-programs.mjs'

/**
 * One thing to make sure of. `due` says in a sentence what is to be done, or null; `carryOut` throws a sentence.
 * @typedef {{ due: () => string | null, carryOut: () => void }} Step
 */

const flags = new Set(process.argv.slice(2))
const unknownFlag = [...flags].find(flag => flag !== '--quiet' && flag !== '--test')
chdir(fileURLToPath(new URL('..', import.meta.url)))

/** @type {Step[]} */
const steps = [dependencies, ownNode, pages, ...(flags.has('--test') ? [testPrograms] : [])]

try {
  if (unknownFlag) throw new Error(`Unknown option ${unknownFlag}; there are --quiet and --test.`)
  if (steps.some(step => step.due())) setUp()
  else if (!flags.has('--quiet')) say('Setup: nothing to do.')
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function setUp() {
  const release = holdSetupLock(say)
  try {
    // Asked again under the lock, and one by one: another setup may have done it, and each step may cause the next.
    for (const step of steps) {
      const sentence = step.due()
      if (!sentence) continue
      say(sentence)
      step.carryOut()
    }
  } finally {
    release()
  }
}

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
