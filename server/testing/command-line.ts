// Runs the command line, in a child process or in this one, with settings in the environment.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SecretInput } from '@tessera/cli/secret-input'
import { capturedIo } from '@tessera/cli/testing/captured-io'
import { runCommand as runCommandLine } from '../commands/run-command.ts'
import type { DatabaseSettings } from '../platform/db/open-database.ts'

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

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** The same in this process. The last line ends without a line break. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  input?: SecretInput,
): Promise<Outcome> {
  const { io, printed } = capturedIo({ environment, ...(input ? { input } : {}) })
  const status = await runCommandLine(args, io)
  return { status, stdout: printed.stdout.replace(/\n$/, ''), stderr: printed.stderr.replace(/\n$/, '') }
}
