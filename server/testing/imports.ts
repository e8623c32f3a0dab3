// Imports in tests: send a file, wait until its import has ended.

import { pino } from 'pino'
import type { ChangeRequest } from '../board/changes/change-request.ts'
import type { WritePath } from '../board/changes/write-path.ts'
import type { Replayed } from '../platform/idempotency/idempotent-call.ts'
import { importFile } from '../rendering/imports/import-file.ts'
import { openProcessing } from '../rendering/uploads/processing.ts'
import { fileReceiver } from '../rendering/uploads/receive-file.ts'
import { until } from './until.ts'
import type { Person, World } from './world.ts'

export interface ImportFields {
  readonly name?: string
  readonly format?: string
  readonly x?: number
  readonly y?: number
}

const fileOf = (content: string | Uint8Array, name: string) => new File([content as BlobPart], name)

export async function startImport(
  person: Person,
  board: string,
  content: string | Uint8Array,
  fields: ImportFields = {},
) {
  const { name = 'board', ...rest } = fields
  const started = await person.imports.create(board, { ...rest, file: fileOf(content, name) } as never)
  return started.import
}

export const importEnded = (person: Person, board: string, id: string) =>
  until(async () => {
    const found = (await person.imports.get(board, id)).import
    return found.state === 'done' || found.state === 'failed' ? found : null
  })

/** The import once it is done or failed. */
export async function importInto(
  person: Person,
  board: string,
  content: string | Uint8Array,
  fields: ImportFields = {},
) {
  return await importEnded(person, board, (await startImport(person, board, content, fields)).id)
}

/** A job handler for imports outside of a worker, for tests that interrupt it. `submit` stands between it and the write path. */
export function importRunner(
  { dependencies }: World,
  submit: (request: ChangeRequest, next: WritePath['submit']) => Promise<string | Replayed> = (request, next) =>
    next(request),
) {
  const { db, files, config, writePath } = dependencies
  const processing = openProcessing({ ...config, db, files, log: pino({ level: 'silent' }) })
  const receive = fileReceiver({ files, fetchImage: () => Promise.reject(new Error('nothing is fetched')) })
  const watched = { ...writePath, submit: (request: ChangeRequest) => submit(request, one => writePath.submit(one)) }
  const { storageLimitBytes } = config
  const deps = { db, files, receive, writePath: watched, storageLimitBytes, ...processing }
  const job = { id: 1, name: 'import-file', key: '', attempt: 1, organization_id: null, created_at: '' } as const
  return {
    run: (import_id: string, attempt = 1) =>
      importFile(deps, { ...job, attempt, payload: { import_id } }, new AbortController().signal),
    close: () => processing.close(),
  }
}
