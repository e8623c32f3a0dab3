// Installs the packages of package-lock.json, each compared with its integrity hash there. Install scripts of packages are
// not run. The machine's own Node may be as old as 20 and is used for the setup only.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runProgram } from './run-machine-program.mjs'

const stampFile = 'node_modules/.tessera-setup'
const npmsOwnStamp = 'node_modules/.package-lock.json'
const unfinished = 'unfinished'

/** @type {import('./setup.mjs').Step} */
export const dependencies = {
  pending() {
    if (readStamp() === expectedStamp()) return null
    return isComplete() ? 'Updating dependencies …' : 'Installing dependencies (once, a minute or so) …'
  },
  run() {
    const stamp = expectedStamp()
    if (isComplete()) update()
    else installAll()
    writeFileSync(stampFile, stamp)
  },
}

/** Exactly the lock file, or an error if it does not match package.json. Removes what an interrupted install has left. */
function installAll() {
  rmSync('node_modules', { recursive: true, force: true })
  runNpm('ci')
}

/** `npm ci` would download everything again if one package is new. `npm install` may differ from the lock file, though. */
function update() {
  mkdirSync('node_modules', { recursive: true })
  writeFileSync(stampFile, unfinished)
  runNpm('install', '--no-save')
  if (!isAsLocked()) installAll()
}

/** @param {string[]} args */
function runNpm(...args) {
  // The log level is explicit because `npm run -s` passes its silence on.
  const npm = runProgram('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!npm.failure) return
  throw new Error(
    `${npm.output}\nnpm ${args[0]} failed (${npm.failure}), see above. Fix the cause, then run this again.`,
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
