// Installs programs that tests need, if that is possible: on Debian and its derivatives, as root.

import { spawnSync } from 'node:child_process'
import { aptPackages, howToInstall, missingPrograms, onPath } from './test-programs.mjs'

const timeoutMs = 15 * 60_000

/**
 * @param {import('./test-programs.mjs').ProgramName[]} names
 * @returns {import('./setup.mjs').Step}
 */
export function testPrograms(names) {
  return {
    pending() {
      const missing = missingPrograms(names)
      if (!missing.length) return null
      const list = missing.join(', ')
      return canInstall() ? `Installing ${list} for the tests (once, a few minutes) …` : `The tests need ${list}.`
    },
    run() {
      const missing = missingPrograms(names)
      if (!canInstall()) throw new Error(`To get ${missing.join(', ')}:\n  ${howToInstall(missing)}`)
      aptGet(['update'])
      aptGet(['install', '-y', '--no-install-recommends', ...aptPackages(missing)])
      const stillMissing = missingPrograms(names)
      if (stillMissing.length) throw new Error(`apt-get succeeded, but ${stillMissing.join(', ')} cannot be found.`)
    },
  }
}

function canInstall() {
  return process.getuid?.() === 0 && onPath('apt-get') !== null
}

/** @param {string[]} args */
function aptGet(args) {
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-o', 'DPkg::Lock::Timeout=60']
  const { error, status, stdout, stderr } = spawnSync('apt-get', [...patience, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    timeout: timeoutMs,
  })
  if (error || status !== 0) {
    throw new Error(`${error?.message ?? stdout + stderr}\napt-get ${args.join(' ')} failed, see above.`)
  }
}
