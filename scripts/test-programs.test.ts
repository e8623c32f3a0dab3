// Tests where programs are found, and the messages if they are not.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { findProgram, howToInstall, missingPrograms, type ProgramName, requireProgram } from './test-programs.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tessera-programs-'))
after(() => rmSync(folder, { recursive: true }))

/** A machine on which only these files exist; its PATH has one folder, `bin`. */
function machineWith(...files: string[]) {
  const root = mkdtempSync(join(folder, 'machine-'))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return { root, path: join(root, 'bin') }
}

const postgres = (bin: string) => [`${bin}/initdb`, `${bin}/postgres`]

for (const [where, name, files, found] of [
  [
    'Debian',
    'postgresql',
    ['15', '18'].flatMap(one => postgres(`usr/lib/postgresql/${one}/bin`)),
    'usr/lib/postgresql/18/bin',
  ],
  ['PATH', 'postgresql', [...postgres('bin'), ...postgres('usr/lib/postgresql/18/bin')], 'bin'],
  ['Fedora', 'postgresql', postgres('usr/pgsql-17/bin'), 'usr/pgsql-17/bin'],
  ['Homebrew', 'postgresql', postgres('opt/homebrew/opt/postgresql@18/bin'), 'opt/homebrew/opt/postgresql@18/bin'],
  ['Fedora', 'redis', ['usr/bin/valkey-server'], 'usr/bin/valkey-server'],
  ['Homebrew', 'redis', ['opt/homebrew/bin/redis-server'], 'opt/homebrew/bin/redis-server'],
  ['PATH', 'chromium', ['bin/google-chrome'], 'bin/google-chrome'],
  ['PATH', 'chromium', ['bin/chromium', 'bin/chromium-headless-shell'], 'bin/chromium-headless-shell'],
  ['Fedora', 'chromium', ['usr/bin/chromium-browser'], 'usr/bin/chromium-browser'],
  ['Debian', 'haproxy', ['usr/sbin/haproxy'], 'usr/sbin/haproxy'],
] as [string, ProgramName, string[], string][]) {
  test(`${name} is found in ${found}, as on ${where}`, () => {
    const machine = machineWith(...files)
    assert.equal(findProgram(name, machine), join(machine.root, found))
  })
}

test('Chrome of a Mac is found', () => {
  const file = 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const machine = machineWith(file)
  assert.equal(findProgram('chromium', machine), join(machine.root, file))
})

test('links to programs of PostgreSQL lead to the folder that has all of them', () => {
  const folder = 'usr/lib/postgresql/18/bin'
  const machine = machineWith(...postgres(folder))
  mkdirSync(machine.path)
  for (const name of ['initdb', 'postgres']) symlinkSync(join(machine.root, folder, name), join(machine.path, name))
  assert.equal(findProgram('postgresql', machine), realpathSync(join(machine.root, folder)))
})

test('half of PostgreSQL is not enough', () => {
  assert.equal(findProgram('postgresql', machineWith('usr/lib/postgresql/18/bin/initdb')), null)
})

test('a missing program is named with the command of the machine that installs it', () => {
  const names: ProgramName[] = ['redis', 'chromium', 'pip', 'wheel']
  const hint = (...files: string[]) => howToInstall(names, machineWith(...files))
  assert.deepEqual(missingPrograms(['redis', 'curl'], machineWith('bin/curl')), ['redis'])
  assert.match(hint('bin/apt-get'), /apt-get install .*redis-server chromium-headless-shell python3-pip python3-wheel$/)
  assert.match(hint('bin/dnf'), /^sudo dnf install -y valkey chromium python3-pip python3-wheel$/)
  assert.match(hint('bin/brew'), /^brew install redis /)
  assert.match(hint(), /redis-server chromium-headless-shell .* on the PATH/)
  assert.throws(
    () => requireProgram('redis', machineWith('bin/dnf')),
    /redis is not installed.*\n.*dnf install -y valkey$/,
  )
})
