// Imports a file while the caller waits, for the operator command. The job is also in the queue, an hour later, so that
// a server finishes what an interrupted command began.

import type { ImportFormat, Operations, ReplyOf } from '@tessera/contract'
import { getWorkspaceAccess } from '../../accounts/access/index.ts'
import { type ImportDependencies, importFile } from './import-file.ts'
import { findImport, type ImportRow } from './import-store.ts'
import { importView } from './import-view.ts'
import { startImport } from './start-import.ts'

export interface CommandImport {
  readonly uid: string
  readonly claim: { readonly user_id: number; readonly grant_id: string }
  readonly file: { readonly hash: string; readonly size: number; readonly name: string }
  readonly format: ImportFormat | null
  /** Called about twice a second. */
  readonly onProgress: (percent: number) => void
}

const hourMs = 3_600_000
const progressMs = 500

export async function importNow(
  dependencies: ImportDependencies,
  { uid, claim, file, format, onProgress }: CommandImport,
): Promise<ReplyOf<Operations['imports']['get']>['import']> {
  const { db } = dependencies
  const { workspace } = await getWorkspaceAccess(db.read, claim, uid)
  const now = Date.now()
  const times = { now: new Date(now).toISOString(), runAt: new Date(now + hourMs).toISOString() }
  const { id } = await db.write(tx =>
    startImport(tx, { workspace, claim, source: { file }, format, at: null, ...times }),
  )
  const current = async () => importView((await findImport(db.read, id)) as ImportRow)
  const timer = setInterval(
    () =>
      void current().then(
        ({ progress }) => onProgress(progress),
        () => {},
      ),
    progressMs,
  )
  const job = {
    id: 0,
    name: 'import-file',
    key: '',
    payload: { import_id: id },
    organization_id: null,
    created_at: times.now,
  } as const
  try {
    await importFile(dependencies, { ...job, attempt: lastAttempt }, new AbortController().signal)
  } finally {
    clearInterval(timer)
  }
  return await current()
}

/** An error ends the import at once: the waiting person can start it again. */
const lastAttempt = 100
