// Runs the command line in a child process, with settings in the environment.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { DatabaseSettings } from '../db/open-database.ts'

/** The environment variables for the database of a test. */
export const settingsFor = ({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
})

/** `npm run -s tessera -- <args>`. */
export async function tessera(settings: Record<string, string>, ...args: string[]) {
  const program = join(import.meta.dirname, '../cli.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...settings } })
  const closed = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { status, stdout, stderr }
}
