// Imports in tests: send a file, wait until its import has ended.

import { until } from './until.ts'
import type { Person } from './world.ts'

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
