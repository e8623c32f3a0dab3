// The programs that the tests need besides Node: a browser, PostgreSQL, Redis, three reverse proxies, Prometheus' promtool,
// Poppler's programs that read PDFs, Python with mypy and what builds a package, and the other languages of the guides. Finds
// them, and installs what is missing if possible (Debian and its derivatives, as root).

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const debianFolder = '/usr/lib/postgresql'

/** @type {import('./setup.mjs').Step} */
export const testPrograms = {
  pending() {
    const missing = missingPackages()
    if (!missing.length) return null
    const names = missing.join(', ')
    return canInstall() ? `Installing ${names} for the tests (once, a few minutes) …` : `The tests need ${names}.`
  },
  run() {
    const install = ['install', '-y', '--no-install-recommends', ...missingPackages()]
    if (!canInstall()) {
      const command = `sudo apt-get update && sudo apt-get ${install.join(' ')}`
      throw new Error(`Run this, or put the same programs on the PATH by other means:\n  ${command}`)
    }
    aptGet(['update'])
    aptGet(install)
    const stillMissing = missingPackages()
    if (stillMissing.length) throw new Error(`apt-get succeeded, but ${stillMissing.join(', ')} cannot be found.`)
  },
}

/** The folder with initdb and postgres; the newest version if there are several. */
export function findPostgres() {
  const onPathNow = onPath('initdb')
  if (onPathNow && onPath('postgres')) return onPathNow.slice(0, -'/initdb'.length)
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map(version => `${debianFolder}/${version}/bin`)
  return newestFirst.find(folder => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`)) ?? null
}

export function findRedis() {
  return onPath('redis-server')
}

// Debian installs these in a folder that is not on everyone's PATH.
export const findHaproxy = () => onPath('haproxy') ?? inSbin('haproxy')
export const findNginx = () => onPath('nginx') ?? inSbin('nginx')
export const findCaddy = () => onPath('caddy')

/** Debian's Python, for which Debian's packages are installed, or another one. */
export function findPython() {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : onPath('python3')
}

export function findMypy() {
  return onPath('mypy')
}

/** The one without windows opens a page at half the cost. Chromium itself does where it cannot be installed. */
export function findChromium() {
  const withoutWindows = onPath('chromium-headless-shell') ?? onPath('chrome-headless-shell')
  return withoutWindows ?? onPath('chromium') ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : null)
}

function hasChromium() {
  const path = findChromium()
  return path !== null && (path.endsWith('-headless-shell') || !canInstall())
}

function missingPackages() {
  const found = {
    'chromium-headless-shell': hasChromium(),
    postgresql: findPostgres(),
    'redis-server': findRedis(),
    haproxy: findHaproxy(),
    nginx: findNginx(),
    caddy: findCaddy(),
    prometheus: onPath('promtool'),
    'poppler-utils': onPath('pdftotext'),
    python3: findPython(),
    mypy: findMypy(),
    ...pythonModules({ 'python3-pip': 'pip', 'python3-setuptools': 'setuptools', 'python3-wheel': 'wheel' }),
    curl: onPath('curl'),
    'php-cli': onPath('php'),
    ruby: onPath('ruby'),
  }
  return Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]))
}

/**
 * Packages by the module that they contain, with the modules that Python finds.
 * @param {Record<string, string>} modules
 */
function pythonModules(modules) {
  const program =
    'import sys; from importlib.util import find_spec; print(*[name for name in sys.argv[1:] if find_spec(name)])'
  const python = findPython()
  const names = Object.values(modules)
  const { stdout } = python ? spawnSync(python, ['-c', program, ...names], { encoding: 'utf8' }) : { stdout: '' }
  const found = (stdout ?? '').trim().split(' ')
  return Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [name, found.includes(module) ? python : null]),
  )
}

function canInstall() {
  return process.getuid?.() === 0 && onPath('apt-get') !== null
}

/** @param {string} program */
function onPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map(folder => join(folder, program)).find(path => existsSync(path)) ?? null
}

/** @param {string} program */
function inSbin(program) {
  const path = `/usr/sbin/${program}`
  return existsSync(path) ? path : null
}

/** @param {string[]} args */
function aptGet(args) {
  const { error, status, stdout, stderr } = spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error || status !== 0) {
    throw new Error(`${error?.message ?? stdout + stderr}\napt-get ${args.join(' ')} failed, see above.`)
  }
}
