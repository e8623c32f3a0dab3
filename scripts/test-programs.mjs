// The programs that tests need besides Node: where each is usually installed, and which package contains it. It finds
// them on Debian, Fedora and macOS, and says how to get one. Plain JavaScript, because the setup uses it.

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * Where programs are looked for; tests have others.
 * @typedef {{ path: string, root: string }} Machine
 * @typedef {{ find: (machine: Machine) => string | null, apt: string, dnf: string, brew: string }} Program
 */

/** Those without windows come first: they open a page at half the cost. */
const chromiumNames = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
]
const chromiumFiles = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Each version has a folder there: `18`, `pgsql-18` or `postgresql@18`. */
const postgresFolders = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt']
/** Not on everyone's PATH. */
const usualFolders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin']

const programs = {
  postgresql: { find: postgresFolder, apt: 'postgresql', dnf: 'postgresql-server', brew: 'postgresql@18' },
  redis: { find: one('redis-server', 'valkey-server'), apt: 'redis-server', dnf: 'valkey', brew: 'redis' },
  chromium: { find: chromium, apt: 'chromium-headless-shell', dnf: 'chromium', brew: '--cask chromium' },
  haproxy: { find: one('haproxy'), apt: 'haproxy', dnf: 'haproxy', brew: 'haproxy' },
  nginx: { find: one('nginx'), apt: 'nginx', dnf: 'nginx', brew: 'nginx' },
  caddy: { find: one('caddy'), apt: 'caddy', dnf: 'caddy', brew: 'caddy' },
  promtool: { find: one('promtool'), apt: 'prometheus', dnf: 'golang-github-prometheus', brew: 'prometheus' },
  poppler: { find: one('pdftotext'), apt: 'poppler-utils', dnf: 'poppler-utils', brew: 'poppler' },
  python: { find: python, apt: 'python3', dnf: 'python3', brew: 'python' },
  pip: { find: pythonModule('pip'), apt: 'python3-pip', dnf: 'python3-pip', brew: 'python' },
  setuptools: {
    find: pythonModule('setuptools'),
    apt: 'python3-setuptools',
    dnf: 'python3-setuptools',
    brew: 'python-setuptools',
  },
  wheel: { find: pythonModule('wheel'), apt: 'python3-wheel', dnf: 'python3-wheel', brew: 'python-wheel' },
  mypy: { find: one('mypy'), apt: 'mypy', dnf: 'python3-mypy', brew: 'mypy' },
  curl: { find: one('curl'), apt: 'curl', dnf: 'curl', brew: 'curl' },
  php: { find: one('php'), apt: 'php-cli', dnf: 'php-cli', brew: 'php' },
  ruby: { find: one('ruby'), apt: 'ruby', dnf: 'ruby', brew: 'ruby' },
}

/** @typedef {keyof typeof programs} ProgramName */

/** @type {ProgramName[]} */
export const programNames = /** @type {ProgramName[]} */ (Object.keys(programs))

/**
 * The path of the program; of PostgreSQL the folder with initdb and postgres.
 * @param {ProgramName} name
 * @param {Machine} [machine]
 */
export function findProgram(name, machine = thisMachine()) {
  return programs[name].find(machine)
}

/**
 * Like `findProgram`, or an error that says how to get it.
 * @param {ProgramName} name
 * @param {Machine} [machine]
 */
export function requireProgram(name, machine = thisMachine()) {
  const found = findProgram(name, machine)
  if (found === null) throw new Error(`${name} is not installed. To get it:\n  ${howToInstall([name], machine)}`)
  return found
}

/**
 * @param {ProgramName[]} names
 * @param {Machine} [machine]
 */
export function missingPrograms(names, machine = thisMachine()) {
  return names.filter(name => findProgram(name, machine) === null)
}

/**
 * @param {ProgramName[]} names
 * @param {Machine} [machine]
 */
export function howToInstall(names, machine = thisMachine()) {
  const packages = (/** @type {'apt' | 'dnf' | 'brew'} */ kind) =>
    [...new Set(names.map(name => programs[name][kind]))].join(' ')
  if (onPath('apt-get', machine))
    return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages('apt')}`
  if (onPath('dnf', machine)) return `sudo dnf install -y ${packages('dnf')}`
  if (onPath('brew', machine)) return `brew install ${packages('brew')}`
  return `install ${packages('apt')} (the names of Debian's packages) and put the programs on the PATH`
}

/** @param {ProgramName[]} names */
export function aptPackages(names) {
  return [...new Set(names.map(name => programs[name].apt))]
}

/**
 * @param {string} program
 * @param {Machine} machine
 */
export function onPath(program, { path } = thisMachine()) {
  const folders = path.split(delimiter).filter(Boolean)
  return folders.map(folder => join(folder, program)).find(file => existsSync(file)) ?? null
}

/** @returns {Machine} */
function thisMachine() {
  return { path: process.env.PATH ?? '', root: '/' }
}

/**
 * The first of these names on the PATH or in a usual folder.
 * @param {string[]} names
 * @returns {(machine: Machine) => string | null}
 */
function one(...names) {
  return machine => {
    const usual = usualFolders.flatMap(folder => names.map(name => join(machine.root, folder, name)))
    return (
      names.map(name => onPath(name, machine)).find(found => found !== null) ??
      usual.find(file => existsSync(file)) ??
      null
    )
  }
}

/** @param {Machine} machine */
function chromium(machine) {
  const files = chromiumFiles.map(file => join(machine.root, file))
  return one(...chromiumNames)(machine) ?? files.find(file => existsSync(file)) ?? null
}

/**
 * The newest version if there are several.
 * @param {Machine} machine
 */
function postgresFolder(machine) {
  const initdb = onPath('initdb', machine)
  // A folder of links may have only some of the programs.
  if (initdb && onPath('postgres', machine))
    return dirname(lstatSync(initdb).isSymbolicLink() ? realpathSync(initdb) : initdb)
  const found = postgresFolders.flatMap(folder => {
    const parent = join(machine.root, folder)
    const names = existsSync(parent) ? readdirSync(parent) : []
    return names.flatMap(name => {
      const version = /^(?:pgsql-|postgresql@)?(\d+)$/.exec(name)?.[1]
      return version ? [{ version: Number(version), bin: join(parent, name, 'bin') }] : []
    })
  })
  const newestFirst = found.sort((a, b) => b.version - a.version).map(({ bin }) => bin)
  return newestFirst.find(bin => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null
}

/**
 * Debian's Python, for which Debian's packages are installed, or another one.
 * @param {Machine} machine
 */
function python(machine) {
  const debians = join(machine.root, 'usr/bin/python3')
  return existsSync(debians) ? debians : onPath('python3', machine)
}

/**
 * @param {string} module
 * @returns {(machine: Machine) => string | null}
 */
function pythonModule(module) {
  return machine => {
    const interpreter = python(machine)
    if (!interpreter) return null
    const program = `import sys; from importlib.util import find_spec; sys.exit(find_spec('${module}') is None)`
    return spawnSync(interpreter, ['-c', program], { timeout: 20_000 }).status === 0 ? interpreter : null
  }
}
