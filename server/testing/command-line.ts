// Programs of ours run as an operator runs them: in a process of their own, with settings in the environment.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { DatabaseSettings } from '../db/open-database.ts'

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const serverFolder = join(import.meta.dirname, '..')

/** The settings that lead to a test's database, and no others. */
export const settingsFor = ({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
})

export function startProgram(
  program: 'cli.ts' | 'main.ts',
  settings: Record<string, string>,
  args: readonly string[] = [],
) {
  const env = { PATH: process.env.PATH, ...settings }
  return spawn(process.execPath, [join(serverFolder, program), ...args], { env, cwd: settings.DATA_DIR })
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const closed = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout as never), text(child.stderr as never), closed])
  return { status, stdout, stderr }
}

/** `npm run -s tessera -- <args>`. */
export const tessera = (settings: Record<string, string>, ...args: string[]): Promise<Ended> =>
  ended(startProgram('cli.ts', settings, args))
