// Starts an import: inserts its row, and enqueues the jobs that do the work.

import type { ImportFormat } from '@tessera/contract'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { type ImportRow, insertImport, insertImportFile, maxFetchMs } from './import-store.ts'

/** A file, or a board of Miro to fetch; its token is sealed. */
export type ImportSource =
  | { readonly file: { readonly hash: string; readonly size: number; readonly name?: string | undefined } }
  | { readonly miro: { readonly board: string; readonly token: string } }

export interface NewImport {
  readonly workspace: { readonly id: number; readonly organization_id: number }
  readonly claim: { readonly user_id: number; readonly grant_id: string }
  readonly source: ImportSource
  readonly format: ImportFormat | null
  readonly at: { readonly x: number; readonly y: number } | null
  readonly now: string
  /** When the job runs; immediately if omitted. */
  readonly runAt?: string
}

export async function startImport(
  tx: Tx,
  { workspace, claim, source, format, at, now, runAt }: NewImport,
): Promise<ImportRow> {
  const id = newObjectId()
  const { file, miro } = { file: null, miro: null, ...source }
  const row = await insertImport(tx, {
    id,
    workspace_id: workspace.id,
    user_id: claim.user_id,
    grant_id: claim.grant_id,
    format,
    name: nameOf(file?.name),
    x: at?.x ?? null,
    y: at?.y ?? null,
    // Set once the board is fetched.
    source_hash: file?.hash ?? '',
    miro_board: miro?.board ?? null,
    miro_token: miro?.token ?? null,
    created_at: now,
  })
  const { organization_id } = workspace
  if (file) await insertImportFile(tx, file, now)
  if (file) await enqueueImport(tx, { import_id: id, organization_id, now, runAt })
  else await enqueueFetch(tx, { import_id: id, organization_id, now })
  return row
}

interface WaitingImport extends Pick<NewImport, 'now'> {
  readonly import_id: string
  readonly organization_id: number | null
  readonly runAt?: string | undefined
}

export async function enqueueImport(tx: Tx, { import_id, organization_id, now, runAt }: WaitingImport): Promise<void> {
  const job = { name: 'import-file', key: `import:${import_id}`, payload: { import_id }, organization_id } as const
  await enqueueJobs(tx, [runAt === undefined ? job : { ...job, run_at: runAt }], now)
}

async function enqueueFetch(tx: Tx, { import_id, organization_id, now }: WaitingImport): Promise<void> {
  const payload = { import_id }
  const endAt = new Date(Date.parse(now) + maxFetchMs).toISOString()
  const fetch = { name: 'fetch-import', key: `import:${import_id}`, payload, organization_id } as const
  const end = { name: 'end-import-fetch', key: `import-fetch:${import_id}`, payload, run_at: endAt } as const
  await enqueueJobs(tx, [fetch, end], now)
}

/** Reduces the name to one line, without the folders that some clients send. */
function nameOf(given = ''): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return last
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 255)
}
