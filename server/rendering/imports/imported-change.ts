// Converts a change prepared by the child process to one of the write path. The child process read an untrusted file,
// so everything is checked again: ids, fields, and that files are those that the server stored itself.

import { placeholder } from '@tessera/formats/board-content'
import { importedId, type PreparedChange } from '@tessera/formats/prepared-import'
import { checkCreate, type ObjectChange } from '../../board/index.ts'
import { ImportFailed } from './import-failed.ts'
import type { ImportedFiles } from './read-import.ts'

export function toChange(change: PreparedChange, import_id: string, files: ImportedFiles): ObjectChange {
  const own = (id: string) => requireOwn(id, import_id)
  switch (change.op) {
    case 'create':
      return toCreate(change, own, files)
    case 'update':
      return { op: 'update', id: own(change.id), data: { ...change.data } }
    case 'comment': {
      const { id, on, at, text, parent } = change
      const target = on && { kind: kindOf(on, files), id: own(on.id) }
      return { op: 'comment', id: own(id), on: target, at, text, parent: parent === null ? null : own(parent) }
    }
    case 'resolve-comment':
      return { op: 'resolve-comment', id: own(change.id), resolved: true }
  }
}

type Create = Extract<PreparedChange, { op: 'create' }>

function toCreate(
  { id: given, kind, data, group, file, on }: Create,
  own: (id: string) => string,
  files: ImportedFiles,
): ObjectChange {
  const id = own(given)
  const shared = { op: 'create', id, ...(group === undefined ? {} : { group: own(group) }) } as const
  const known = file && files.known[id]
  if (file && !known) {
    const shape = placeholderOf(data)
    return { ...shared, kind: shape.kind, data: checkCreate(shape.kind, { ...shape.data }) }
  }
  return {
    ...shared,
    kind,
    data: checkCreate(kind, { ...data }),
    ...(known ? { known } : {}),
    ...(on ? { on: { kind: kindOf(on, files), id: own(on.id) } } : {}),
  }
}

/** A placeholder in the position of an image or document whose file cannot be shown. */
function placeholderOf({ x = 0, y = 0, name, title }: Readonly<Record<string, unknown>>) {
  return placeholder('', { x: x as number, y: y as number, width: 400, height: 300 }, String(title ?? name ?? ''))
}

const kindOf = ({ id, kind }: NonNullable<Create['on']>, { unreadable }: ImportedFiles) =>
  unreadable.includes(id) ? placeholderOf({}).kind : kind

/** The ids of an import end with the same characters, and begin with the time at which it was started. */
function requireOwn(id: string, import_id: string): string {
  const number = (Number.parseInt(id.slice(0, 12), 16) - Number.parseInt(import_id.slice(0, 12), 16)) * 65_536
  const whole = number + Number.parseInt(id.slice(12, 16), 16)
  if (!Number.isInteger(whole) || whole < 0 || importedId(import_id, whole) !== id)
    throw new ImportFailed('damaged', 'The file could not be read')
  return id
}
