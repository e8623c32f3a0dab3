// Fits the data of an imported object to the limits of its kind, so that the write path accepts it. Every value that had to
// change is reported; valid data stays exactly as it is.

import { type Kind, type KindName, kinds } from '@tessera/contract'
import type { ImportNotice } from '@tessera/contract/import-report'

export type Notify = (code: ImportNotice) => void
export type Data = Readonly<Record<string, unknown>>

/** Null if a required field cannot be fitted: the object cannot exist as this kind. */
export function fitData(kind: KindName, data: Data, notify: Notify): Record<string, unknown> | null {
  const { fields, creatable, references = {} } = kinds[kind] as Kind
  const fitted: Record<string, unknown> = {}
  for (const name of creatable) {
    const { schema, onCreate } = fields[name] as Kind['fields'][string]
    const given = Object.hasOwn(data, name) ? data[name] : undefined
    // References are set when ids are known: the ends here, the owner from the `parent` of the object.
    const isOwner = references[name]?.onDelete === 'delete'
    const value =
      given === undefined || given === null || isOwner
        ? undefined
        : name in references
          ? given
          : fitValue(name, given, schema as Schema, notify)
    if (value !== undefined) fitted[name] = value
    else if (onCreate === 'required') {
      const missing = missingValue(kinds[kind], name, schema)
      if (missing === undefined) return null
      fitted[name] = missing
    }
  }
  return fitted
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly trim?: boolean
}

/**
 * The value of a required field that the file does not have: an empty text, or the name of the kind if the text must
 * not be empty.
 */
function missingValue({ searched, names }: Kind, name: string, { pattern, minLength }: Schema): string | undefined {
  if (name !== searched || pattern !== undefined) return undefined
  return minLength ? names.en[0] : ''
}

/** Undefined: the default of the field is used. */
function fitValue(name: string, given: unknown, schema: Schema, notify: Notify): unknown {
  const special = specialFields[name]
  if (special) return special(given, notify)
  if (schema.enum) return schema.enum.includes(given) ? given : notifyReplaced(notify)
  if (schema.type === 'integer' || schema.type === 'number') return fitNumber(given, schema, notify)
  if (schema.type === 'boolean') return typeof given === 'boolean' ? given : notifyReplaced(notify)
  return typeof given === 'string' ? fitText(given, schema, notify) : notifyReplaced(notify)
}

const notifyReplaced = (notify: Notify): undefined => void notify('value_replaced')

function fitNumber(given: unknown, schema: Schema, notify: Notify): number | undefined {
  if (typeof given !== 'number' || Number.isNaN(given)) return notifyReplaced(notify)
  if (schema.exclusiveMaximum !== undefined)
    return Number.isFinite(given) ? normalizeAngle(given, schema.exclusiveMaximum) : notifyReplaced(notify)
  const { minimum = -Infinity, maximum = Infinity } = schema
  // Rounding is no loss worth a line in the report: boards have whole units.
  const rounded = schema.type === 'integer' ? Math.round(given) : given
  const limited = Math.min(maximum, Math.max(minimum, rounded))
  if (limited !== rounded) notify('number_limited')
  return limited === 0 ? 0 : limited
}

/** An angle in the range of a full turn. */
function normalizeAngle(angle: number, full: number): number {
  const rest = ((angle % full) + full) % full
  return rest < full ? rest : 0
}

function fitText(given: string, schema: Schema, notify: Notify): string | undefined {
  const clean = cleanText(given)
  const text = schema.trim ? clean.trim() : clean
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  if (text.length < minLength) return undefined
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return notifyReplaced(notify)
  return shortenText(text, maxLength, notify)
}

/** Lone surrogates and the NUL character cannot be stored. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

export function shortenText(text: string, maxLength: number, notify: Notify): string {
  if (text.length <= maxLength) return text
  notify('text_shortened')
  const cut = text.slice(0, maxLength - 1).toWellFormed()
  return `${cut.endsWith('\ufffd') ? cut.slice(0, -1) : cut}…`
}

const maxCoordinate = 1_000_000_000
const coordinate = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.round(Math.min(maxCoordinate, Math.max(-maxCoordinate, value))) + 0
    : null

/** Fields whose values are lists. */
const specialFields: Readonly<Record<string, (given: unknown, notify: Notify) => unknown>> = {
  points: fitPoints,
  via: fitVia,
}

const maxPoints = 10_000
const maxVia = 32

function fitPoints(given: unknown, notify: Notify): number[] | undefined {
  if (!Array.isArray(given)) return undefined
  const pairs: [number, number][] = []
  for (let index = 0; index + 1 < given.length; index += 2) {
    const [x, y] = [coordinate(given[index]), coordinate(given[index + 1])]
    if (x !== null && y !== null) pairs.push([x, y])
  }
  return pairs.length === 0 ? undefined : thinList(pairs, maxPoints, notify).flat()
}

function fitVia(given: unknown, notify: Notify): [number, number][] | undefined {
  if (!Array.isArray(given)) return notifyReplaced(notify)
  const points = given.flatMap((one): [number, number][] => {
    if (!Array.isArray(one)) return []
    const [x, y] = [coordinate(one[0]), coordinate(one[1])]
    return x === null || y === null ? [] : [[x, y]]
  })
  return thinList(points, maxVia, notify)
}

/** Selects evenly, including the first and the last. */
function thinList<T>(list: T[], max: number, notify: Notify): T[] {
  if (list.length <= max) return list
  notify('points_reduced')
  return Array.from({ length: max }, (_, index) => list[Math.round((index * (list.length - 1)) / (max - 1))] as T)
}

/** A free end of a connector, or null. */
export function fitPoint(given: unknown): { x: number; y: number } | null {
  const { x, y } = (given ?? {}) as { x?: unknown; y?: unknown }
  const [left, top] = [coordinate(x), coordinate(y)]
  return left === null || top === null ? null : { x: left, y: top }
}

const sides = ['auto', 'top', 'right', 'bottom', 'left']

export function fitAnchor(given: unknown, notify: Notify): unknown {
  if (given === undefined || sides.includes(given as string)) return given ?? 'auto'
  const isFraction = (one: unknown) => typeof one === 'number' && one >= 0 && one <= 1
  if (Array.isArray(given) && given.length === 2 && given.every(isFraction)) return given
  if (Array.isArray(given) && given.length === 2 && given.every(one => Number.isFinite(one)))
    return given.map(one => Math.min(1, Math.max(0, one)))
  notify('value_replaced')
  return 'auto'
}
