// Imports a board file into a workspace, in the name of a user. This process does the work, whether a server is running or not.

import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { callersPath } from '@tessera/cli/callers-path'
import { reportOf } from '@tessera/cli/import-file-command'
import { allScopes, type ImportFormat, importFormats, maxImportBytes } from '@tessera/contract'
import { pino } from 'pino'
import { createGrant } from '../accounts/grants/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { fileReceiver, findWorkspaceOwner, importNow, openProcessing } from '../rendering/index.ts'
import { getUser } from './check-arguments.ts'
import { defineCommand, UsageError } from './command.ts'

type ImportResult = Awaited<ReturnType<typeof importNow>>

export const importCommand = defineCommand({
  usage: 'import --workspace <uid> --file <file> [--format <format>] [--as <email>]',
  summary: `puts the content of a board file (${importFormats.join(', ')}) on a board, in the name of that user or of the workspace's Owner, and prints a report`,
  options: { workspace: 'required', file: 'required', format: 'optional', as: 'optional' },
  async run(dependencies, { workspace, file, format, as }) {
    const path = callersPath(file)
    await requireFile(path, file)
    const user_id =
      as === undefined ? await getOwner(dependencies, workspace) : (await getUser(dependencies.db.read, 'as', as)).id
    const done = await runImport(dependencies, { uid: workspace, user_id, path, format: readFormat(format) })
    if (done.state === 'failed') throw new Error(`${file} was not imported. ${done.error}.`)
    return reportOf(done)
  },
})

async function requireFile(path: string, file: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
  if (found.size > maxImportBytes) throw new UsageError(`${file} is larger than ${maxImportBytes / 1_000_000} MB.`)
}

function readFormat(format: string | undefined): ImportFormat | null {
  if (format === undefined) return null
  const known = importFormats.find(one => one === format)
  if (!known) throw new UsageError(`--format must be one of ${importFormats.join(', ')}.`)
  return known
}

async function getOwner({ db }: Dependencies, uid: string): Promise<number> {
  const owner = await findWorkspaceOwner(db.read, uid)
  if (!owner) throw new UsageError(`There is no workspace ${uid}, or it has no Owner; name a user with --as.`)
  return owner.user_id
}

const lifeSeconds = 3_600

async function runImport(
  { db, files, writePath, config }: Dependencies,
  { uid, user_id, path, format }: { uid: string; user_id: number; path: string; format: ImportFormat | null },
): Promise<ImportResult> {
  // A separate folder: the folder of the server is reserved for the server.
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-import-'))
  const processing = openProcessing({ ...config, dataDir, db, files, log: pino({ level: 'silent' }) })
  const receive = fileReceiver({ files, fetchImage: () => Promise.reject(new Error('an import fetches nothing')) })
  try {
    const stored = await files.put(createReadStream(path), { maxBytes: maxImportBytes })
    const now = new Date().toISOString()
    const grant = { user_id, name: 'Command line', now, scope: allScopes, kind: 'personal', lifeSeconds } as const
    const { id: grant_id } = await db.write(tx => createGrant(tx, grant))
    const claim = { user_id, grant_id }
    const file = { hash: stored.hash, size: stored.size, name: basename(path) }
    // The limits are those of users, not of the operator.
    const dependencies = { db, files, writePath, receive, storageLimitBytes: 0, ...processing }
    return await importNow(dependencies, { uid, claim, file, format, onProgress })
  } finally {
    processing.close()
    await writePath.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function onProgress(percent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${percent} %`)
}
