// The record of a new object, and the fields computed from others after a create or an update.

import { type Kind, type KindName, kinds, ownerReferenceOf } from '@tessera/contract'
import { parseMarks, withoutMarks } from '@tessera/drawing/text-marks'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import { newObjectId } from '../../tools/index.ts'
import type { HiddenFields, StoredRecord } from '../records/stored-object.ts'

/** What follows from a text. It is computed before the batch if the text is long. */
export interface ReadText {
  /** The text as people read it, without marks. */
  readonly shown: string
  /** The size of an object of the kind `text` that has these values in the fields `sizedBy`; null for other kinds. */
  readonly size: { readonly by: readonly unknown[]; readonly width: unknown; readonly height: unknown } | null
}

/** Besides the text. */
const sizedBy = ['fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textTransform', 'width', 'height'] as const

/** Sets the fields computed from others, after a create or an update. `read` is given if the text was read before. */
export function computeFields(kind: KindName, record: StoredRecord, read?: ReadText): void {
  if (read) shownTexts.set(record, read.shown)
  computations[kind]?.(record, read?.size ?? null)
}

/** Computed fields by kind: a text without a given size is as large as its content. */
const computations: { [K in KindName]?: (record: StoredRecord, known: ReadText['size']) => void } = {
  text: (record, known) => {
    const follows = record.$?.follows
    if (!follows) return
    if (known && isSame(known.by, sizedByOf(record, follows))) {
      record.width = known.width
      record.height = known.height
      return
    }
    const marked = parseMarks(String(record.text))
    const given = { ...record, ...Object.fromEntries(follows.map(name => [name, null])), marked }
    Object.assign(record, computeTextSize(given as unknown as TextToSize))
    shownTexts.set(record, withoutMarks(String(record.text), marked))
  },
}

const sizedByOf = (record: StoredRecord, follows: readonly string[]): unknown[] =>
  sizedBy.map(name => (follows.includes(name) ? null : record[name]))

const isSame = (a: readonly unknown[], b: readonly unknown[]) => a.every((value, index) => value === b[index])

/** `data` is valid for the kind and has a text. The fields that it does not have are those of a new object. */
export function readText(kind: KindName, data: Record<string, unknown>): ReadText {
  if (!(kind in computations)) return { shown: withoutMarks(String(data.text)), size: null }
  const record = newRecord(kind, data, { now: '', order: '' })
  computeFields(kind, record)
  const follows = record.$?.follows
  const { width, height } = record
  return { shown: shownTextOf(record), size: follows ? { by: sizedByOf(record, follows), width, height } : null }
}

/** Texts without marks, so that these are read once for the size of a text and the search. */
const shownTexts = new WeakMap<StoredRecord, string>()

/** The text of a record as people read it. */
export const shownTextOf = (record: StoredRecord): string =>
  shownTexts.get(record) ?? withoutMarks(String(record.text ?? ''))

export interface NewRecord {
  /** Fields that only the server knows: the stored file, the natural size. */
  readonly known?: { readonly fields: Record<string, unknown>; readonly hidden: HiddenFields } | undefined
  /** The object it is drawn on. */
  readonly on?: { readonly kind: KindName; readonly id: string } | undefined
  readonly now: string
  readonly order: string
  /** Undefined for a new object. */
  readonly id?: string | undefined
  readonly group?: string | undefined
}

/** Merges the given fields into the kind's defaults, under the names they are stored by. */
export function newRecord(
  kind: KindName,
  data: Record<string, unknown>,
  { known, on, now, order, id, group }: NewRecord,
): StoredRecord {
  const record: Record<string, unknown> = { id: id ?? newObjectId() }
  for (const { name, storedAs, isGiven, fallback } of newFields[kind]) {
    const value = (isGiven ? data[name] : undefined) ?? fallback
    if (value !== undefined) record[storedAs] = value
  }
  if (known) Object.assign(record, known.fields)
  const follows = sizesToCompute(kind, record)
  const owner = ownerReferenceOf(kinds[kind])
  if (owner) record[owner.field] = on?.id ?? null
  if (owner?.reference.kindField) record[owner.reference.kindField] = on?.kind ?? null
  record.order = order
  record.group = group ?? null
  record.version = 1
  record.created_at = now
  record.updated_at = now
  if (known || follows.length > 0) record.$ = { ...known?.hidden, ...(follows.length > 0 ? { follows } : {}) }
  return record as StoredRecord
}

interface NewField {
  readonly name: string
  readonly storedAs: string
  readonly isGiven: boolean
  readonly fallback: unknown
}

const newField =
  (defaults: Kind['defaults']) =>
  ([name, { onCreate, storedAs }]: [string, Kind['fields'][string]]): NewField => ({
    name,
    storedAs: storedAs ?? name,
    isGiven: onCreate !== 'never',
    fallback: defaults[name],
  })

// Computed once, because every create iterates over it.
const newFields = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [kind.name, Object.entries(kind.fields).map(newField(kind.defaults))]),
) as unknown as Readonly<Record<KindName, readonly NewField[]>>

/** The sizes that were not given, if the kind computes them. */
function sizesToCompute(kind: KindName, fields: Record<string, unknown>): readonly ('width' | 'height')[] {
  if (!(kind in computations)) return []
  return (['width', 'height'] as const).filter(name => fields[name] === undefined)
}
