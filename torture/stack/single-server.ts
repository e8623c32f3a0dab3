// One server on SQLite, which clients reach directly.

import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/test-servers.ts'
import type { Random } from '../../server/testing/seeded-random.ts'
import { createPeople } from '../../server/testing/server-process.ts'
import type { Reaper } from './reaper.ts'
import { makeNode, type ServerNode } from './server-node.ts'
import { makeSmallDisk } from './small-disk.ts'
import type { Stack } from './stack.ts'

export interface SingleServer extends Stack {
  readonly node: ServerNode
  /** Works like an operator does beside the server. */
  readonly backUp: () => Promise<void>
}

/** How often the server is killed while it creates the database. */
const killsBefore = 4

export async function startSingleServer(
  folder: string,
  reaper: Reaper,
  onUnexpectedExit: (description: string) => void,
  random: Random,
): Promise<SingleServer> {
  const temporaryFolder = join(folder, 'temporary')
  await mkdir(temporaryFolder)
  const disk = await makeSmallDisk(join(folder, 'data'), reaper)
  const node = makeNode({
    name: 'server',
    port: await freePort(),
    disk,
    temporaryFolder,
    env: {},
    reaper,
    onUnexpectedExit,
  })
  await killWhileMigrating(node, random)
  const people = await createPeople({ dataDir: disk.path })
  await node.program.start()
  const file = join(disk.path, 'tessera.db')
  return {
    url: node.url,
    node,
    backUp: () => backUp(disk.path, join(folder, 'backup.tessera')),
    nodes: [node],
    people,
    programs: [node.program],
    canFillDisks: disk.fill !== null,
    query: async statement => withDatabase(file, db => db.prepare(statement).all()),
    heal: () => disk.empty(),
    checkDatabase: async () =>
      withDatabase(file, db => [
        ...db
          .prepare('pragma integrity_check')
          .all()
          .map(row => String(row.integrity_check))
          .filter(text => text !== 'ok'),
        ...db
          .prepare('pragma foreign_key_check')
          .all()
          .map(row => `foreign key: ${JSON.stringify(row)}`),
      ]),
    close: async () => {},
  }
}

/** A migration that was interrupted is applied completely or not at all: the next start succeeds. */
async function killWhileMigrating({ program }: ServerNode, random: Random): Promise<void> {
  for (let kill = 0; kill < killsBefore; kill += 1) {
    program.spawn()
    await new Promise(resolve => setTimeout(resolve, 200 + random.below(900)))
    await program.end('SIGKILL')
  }
  await program.start()
  await program.end('SIGTERM')
}

async function backUp(dataDir: string, file: string): Promise<void> {
  const commands = join(import.meta.dirname, '../../server/cli.ts')
  await promisify(execFile)(process.execPath, [commands, 'backup', file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  await rm(file)
}

function withDatabase<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
