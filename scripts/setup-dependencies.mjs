// Installs the packages of package-lock.json, including the Node version that runs everything else. The machine's own
// Node may be as old as 20 and is used for the setup only.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'

const stampFile = 'node_modules/.tessera-setup'
const npmsOwnStamp = 'node_modules/.package-lock.json'
const nodeProgram = 'node_modules/node/bin/node'
const nodeLink = 'node_modules/.bin/node'
const unfinished = 'unfinished'

/** @type {import('./setup.mjs').Step} */
export const dependencies = {
  pending() {
    if (readStamp() === expectedStamp()) return null
    return isComplete() ? 'Updating dependencies …' : 'Installing dependencies (once, a minute or so) …'
  },
  run() {
    const stamp = expectedStamp()
    // An interrupted install looks complete to npm.
    if (!isComplete()) rmSync('node_modules', { recursive: true, force: true })
    mkdirSync('node_modules', { recursive: true })
    writeFileSync(stampFile, unfinished)
    // Not `npm ci`, which downloads everything again if one package is new.
    // The log level is explicit because `npm run -s` passes its silence on.
    const npm = runProgram('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
    if (npm.failure) {
      throw new Error(
        `${npm.output}\nnpm install failed (${npm.failure}), see above. Fix the cause, then run this again.`,
      )
    }
    writeFileSync(stampFile, stamp)
  },
}

/** @type {import('./setup.mjs').Step} */
export const ownNode = {
  pending() {
    return isNewEnough(versionOf(nodeLink)) ? null : `Installing Node ${wantedNode()} …`
  },
  /** npm has done this already, unless it is configured to run no install scripts. */
  run() {
    const install = runProgram(process.execPath, ['installArchSpecificPackage'], 'node_modules/node')
    if (!isNewEnough(versionOf(nodeProgram))) linkMachinesNode(install.output)
    rmSync(nodeLink, { force: true })
    mkdirSync('node_modules/.bin', { recursive: true })
    symlinkSync('../node/bin/node', nodeLink)
  },
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

function wantedNode() {
  return JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.node
}

/**
 * If no prebuilt Node fits the machine (another C library, for example), an installed one is used instead.
 * @param {string} reason
 */
function linkMachinesNode(reason) {
  if (!isNewEnough(process.versions.node)) {
    throw new Error(
      `${reason}\nNode ${wantedNode()} could not be installed. Run \`npm rebuild node --ignore-scripts=false\`, ` +
        'or install that version on this machine, then run this again.',
    )
  }
  rmSync(nodeProgram, { force: true })
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, nodeProgram)
}

/** @param {string} program */
function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout?.trim().slice(1) ?? '0'
}

/** @param {string} version */
function isNewEnough(version) {
  return Number(version.split('.')[0]) >= Number(wantedNode().split('.')[0])
}

/**
 * Runs with the machine's own programs, because those in node_modules are about to be replaced.
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 */
function runProgram(program, args, cwd) {
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
