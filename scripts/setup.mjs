// Makes a checkout ready to run: dependencies, Node itself and the web pages. With --tools also the development tools, with
// --programs=redis,… also programs of the machine. Runs before every command, so it is quick if there is nothing to do and
// writes to standard error only. It is plain JavaScript for Node 20, because nothing is installed yet: it must not import
// a package or a .ts file.

import { chdir } from 'node:process'
import { fileURLToPath } from 'node:url'
import { compileCache } from './setup-compile-cache.mjs'
import { allDependencies, runTimeDependencies } from './setup-dependencies.mjs'
import { acquireSetupLock } from './setup-lock.mjs'
import { nodeOnPath, ownNode } from './setup-own-node.mjs'
import { pages } from './setup-pages.mjs'
import { testPrograms } from './setup-test-programs.mjs'
import { programNames } from './test-programs.mjs'

/**
 * A step of the setup. `pending` describes what has to be done, or returns null; `run` does it, or throws a message.
 * @typedef {{ pending: () => string | null, run: () => void | Promise<void> }} Step
 */

const args = process.argv.slice(2)
const programs = args.flatMap(arg => (arg.startsWith('--programs=') ? arg.slice('--programs='.length).split(',') : []))
const flags = new Set(args.filter(arg => !arg.startsWith('--programs=')))
const unknownFlag = [...flags].find(flag => !['--quiet', '--tools'].includes(flag))
const unknownProgram = programs.find(name => !programNames.some(known => known === name))
chdir(fileURLToPath(new URL('..', import.meta.url)))

/**
 * In order; the steps of one line run at the same time.
 * @type {Step[][]}
 */
const stages = [
  [flags.has('--tools') ? allDependencies : runTimeDependencies, ownNode],
  [nodeOnPath],
  [pages, compileCache],
  [testPrograms(programNames.filter(name => programs.includes(name)))],
]

try {
  if (unknownFlag) throw new Error(`Unknown option ${unknownFlag}. The options are --quiet, --tools and --programs.`)
  if (unknownProgram) throw new Error(`Unknown program ${unknownProgram}. Known: ${programNames.join(', ')}.`)
  if (stages.flat().some(step => step.pending())) await setUp()
  else if (!flags.has('--quiet')) print('Setup: nothing to do.')
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function setUp() {
  const release = acquireSetupLock(print)
  try {
    // Checked again under the lock, one by one: another setup may have done it, and one step may make the next pending.
    for (const steps of stages) {
      const results = await Promise.allSettled(steps.map(runIfPending))
      // Only now, when no step is at work any more.
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
  } finally {
    release()
  }
}

/** @param {Step} step */
async function runIfPending(step) {
  const description = step.pending()
  if (!description) return
  print(description)
  await step.run()
}

/** @param {string} text */
function print(text) {
  process.stderr.write(`${text}\n`)
}
