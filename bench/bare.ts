// Starts the bare server.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../scripts/test-servers.ts'
import type { Fixtures } from './fixtures.ts'
import { type MeasuredServer, startServer } from './processes.ts'
import { newDatabase } from './product.ts'

export interface BareServer extends MeasuredServer {
  readonly fixtures: Fixtures
}

const program = join(import.meta.dirname, 'bare-server.ts')

export async function startBareServer(fixtures: Fixtures, postgresUrl: string, folder: string): Promise<BareServer> {
  const path = join(folder, 'fixtures.json')
  await writeFile(path, JSON.stringify(fixtures))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: await newDatabase(postgresUrl),
    FIXTURES: path,
    NODE_ENV: 'production',
  }
  return { ...(await startServer([program], { port, env })), fixtures }
}
