// Installs the packages of package-lock.json, each compared with its integrity hash there. Install scripts of packages are
// not run. The machine's own Node may be as old as 20 and is used for the setup only.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runProgram } from './run-machine-program.mjs'

const stampFile = 'node_modules/.tessera-setup'
const npmsOwnStamp = 'node_modules/.package-lock.json'
const unfinished = 'unfinished'
const withoutTools = ' without tools'

/** What `npm start` needs: a third of all packages. */
export const runTimeDependencies = installStep(false)

/** The tools of `npm test`, `npm run check` and the like, too. */
export const allDependencies = installStep(true)

/**
 * @param {boolean} needsTools
 * @returns {import('./setup.mjs').Step}
 */
function installStep(needsTools) {
  return {
    pending() {
      const [found, expected] = [readStamp(), expectedStamp()]
      const isWithoutTools = found === expected + withoutTools
      if (found === expected || (isWithoutTools && !needsTools)) return null
      if (!isComplete()) return 'Installing dependencies (once) …'
      return isWithoutTools ? 'Installing the development tools (once) …' : 'Updating dependencies …'
    },
    async run() {
      const stamp = expectedStamp()
      const isUpdate = isComplete()
      // Tools that are there stay, or a start after a test would remove them.
      const hasTools = needsTools || (isUpdate && !readStamp()?.endsWith(withoutTools))
      if (isUpdate) await update(hasTools)
      else await installAll(hasTools)
      writeFileSync(stampFile, hasTools ? stamp : stamp + withoutTools)
    },
  }
}

/**
 * Exactly the lock file, or an error if it does not match package.json. Removes what an interrupted install has left.
 * @param {boolean} hasTools
 */
async function installAll(hasTools) {
  rmSync('node_modules', { recursive: true, force: true })
  await runNpm('ci', hasTools)
}

/**
 * `npm ci` would download everything again if one package is new. `npm install` may differ from the lock file, though.
 * @param {boolean} hasTools
 */
async function update(hasTools) {
  mkdirSync('node_modules', { recursive: true })
  writeFileSync(stampFile, unfinished)
  await runNpm('install', hasTools, '--no-save')
  if (!isAsLocked()) await installAll(hasTools)
}

/**
 * @param {string} command
 * @param {boolean} hasTools
 * @param {string[]} options
 */
async function runNpm(command, hasTools, ...options) {
  // Explicit, because NODE_ENV would change the first, and `npm run -s` passes its silence on.
  const explicit = [hasTools ? '--include=dev' : '--omit=dev', '--loglevel=error']
  const args = [command, ...options, ...explicit, '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = await runProgram('npm', args)
  if (!npm.failure) return
  throw new Error(
    `${npm.output}\nnpm ${command} failed (${npm.failure}), see above. Fix the cause, then run this again.`,
  )
}

/** Whether every package that npm says it has installed is in the lock file with the same content. */
function isAsLocked() {
  const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const locked = packagesOf('package-lock.json')
  const installed = Object.entries(packagesOf(npmsOwnStamp)).filter(([, entry]) => !entry.link)
  return installed.every(
    ([path, { version, integrity }]) =>
      !path.startsWith('node_modules/') ||
      (locked[path]?.version === version && (locked[path].integrity ?? integrity) === integrity),
  )
}

/** npm writes its own stamp last; ours says whether a later install was interrupted. */
function isComplete() {
  return existsSync(npmsOwnStamp) && readStamp() !== unfinished
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
}

function expectedStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of ['package-lock.json', 'package.json', ...workspaceManifests()]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function workspaceManifests() {
  const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8'))
  return workspaces.map((/** @type {string} */ folder) => `${folder}/package.json`)
}
