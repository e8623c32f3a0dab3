// The packages of the other live servers, installed on first use in a separate folder.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = join(import.meta.dirname, 'peers')
const packages = { ws: '8.22.2', 'socket.io': '4.8.4', '@hocuspocus/server': '3.4.4', yjs: '13.6.33' }

export async function installPeers(): Promise<void> {
  if (Object.keys(packages).every(name => existsSync(join(folder, 'node_modules', name)))) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
}

/** Loads a package; the caller declares the types it uses. */
export const peer = <Shape>(name: keyof typeof packages): Shape =>
  createRequire(join(folder, 'package.json'))(name) as Shape
