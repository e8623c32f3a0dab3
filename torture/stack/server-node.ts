// A node: the server in a separate process at a fixed port, as an operator runs it, on a disk that can become full.

import { join } from 'node:path'
import { Program } from './program.ts'
import type { Reaper } from './reaper.ts'
import type { SmallDisk } from './small-disk.ts'

export interface ServerNode {
  readonly name: string
  readonly url: string
  readonly port: number
  readonly program: Program
  readonly disk: SmallDisk
  /** Folders in which no file may remain. */
  readonly temporaryFolders: readonly string[]
}

export interface NodeSettings {
  readonly name: string
  readonly port: number
  readonly disk: SmallDisk
  /** The folder for temporary files. */
  readonly temporaryFolder: string
  readonly env: Readonly<Record<string, string>>
  readonly reaper: Reaper
  readonly onUnexpectedExit: (description: string) => void
}

/** Tokens contain this URL, so all nodes have the same. It is that of `createPeople`. */
const publicUrl = 'http://localhost:8080'
const healthTimeoutMs = 2_000
const root = join(import.meta.dirname, '../..')

export function makeNode(settings: NodeSettings): ServerNode {
  const { name, port, disk, temporaryFolder, env, reaper, onUnexpectedExit } = settings
  const url = `http://127.0.0.1:${port}`
  const program = new Program(
    {
      name,
      // Started like `npm start` does.
      command: [process.execPath, '--import', join(root, 'scripts/compile-cache.mjs'), join(root, 'server/main.ts')],
      cwd: temporaryFolder,
      isStartRefused: line => /^Tessera cannot start: .*(disk is full|ENOSPC)/.test(line),
      env: {
        PATH: process.env.PATH,
        TMPDIR: temporaryFolder,
        DATA_DIR: disk.path,
        PUBLIC_URL: publicUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
        DEMO: '0',
        LOG_LEVEL: 'warn',
        LOG_REQUESTS: '0',
        // One person and one receiver stand for many.
        RATE_LIMIT_PER_MINUTE: '0',
        CONCURRENT_REQUESTS_PER_USER: '0',
        SOCKETS_PER_USER: '0',
        DELIVERIES_PER_HOST: '0',
        OUTBOUND_ALLOW: '127.0.0.1',
        ...env,
      },
      isReady: () => isReady(url),
      onUnexpectedExit,
    },
    reaper,
  )
  const temporaryFolders = [temporaryFolder, join(disk.path, 'work'), join(disk.path, 'files', 'tmp')]
  return { name, url, port, program, disk, temporaryFolders }
}

export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready?exclude=storage`, {
      signal: AbortSignal.timeout(healthTimeoutMs),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
