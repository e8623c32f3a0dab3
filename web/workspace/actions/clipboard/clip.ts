// Objects on the clipboard: the data to create them again, with their positions relative to each other. Files are not
// included, only where to fetch them.

import type { BoardObject, KindName } from '@tessera/client'
import { type Kind, kindOf, withoutReferences } from '@tessera/contract'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import { type Box, bounds, boxAround, type Point } from '@tessera/drawing'
import {
  creationDataOf,
  fieldOf,
  hasEnds,
  isAttached,
  kindOfObject,
  ownerOf,
  plainTextOf,
} from '../../objects/abilities.ts'
import { withCarried } from '../../objects/carried.ts'
import { offsetPoints } from '../../objects/moves.ts'
import { endsOf } from '../../objects/transform.ts'

export const clipType = 'application/x-tessera-objects'

export interface Clip {
  readonly items: readonly ClipItem[]
  readonly width: number
  readonly height: number
}

export interface ClipItem {
  readonly kind: KindName
  readonly data: Record<string, unknown>
  /** The index of the item it is drawn on. */
  readonly on?: number
  /** The indexes of the items that the ends of a connector are attached to. */
  readonly ends?: { readonly from?: number; readonly to?: number }
  /** Items with the same number are a group. */
  readonly group?: number
  /** It was not selected itself, but lies on a canvas that was. */
  readonly isCarried?: boolean
  /** The URL of its file, which expires after an hour, and the id of the object it belongs to. */
  readonly file?: string
  readonly fileOf?: string
}

/**
 * What lies on a canvas, the connectors between the objects and the strokes on them are copied along. A stroke whose
 * object is not copied is left out.
 */
export function clipOf(chosen: readonly BoardObject[], all: Iterable<BoardObject>): Clip | null {
  const others = [...all]
  const free = listCopiedObjects(chosen, others)
  if (free.length === 0) return null
  const area = areaOf(free)
  const indexes = new Map(free.map(({ id }, index) => [id, index]))
  const selected = new Set(chosen.map(({ id }) => id))
  const groups = [...new Set(free.flatMap(({ group }) => group ?? []))]
  const attached = others.filter(object => indexes.has(ownerOf(object) ?? ''))
  const items = [
    ...free.map(object => ({
      ...itemOf(object, area, indexes),
      ...(object.group ? { group: groups.indexOf(object.group) } : {}),
      ...(selected.has(object.id) ? {} : { isCarried: true }),
    })),
    ...attached.map(object => ({
      kind: object.kind,
      data: copiedData(object),
      on: indexes.get(ownerOf(object) ?? '') as number,
    })),
  ]
  return { items, width: area.width, height: area.height }
}

/** The box of what is copied, whose corner the positions in the clip count from. */
export const clippedArea = (chosen: readonly BoardObject[], all: Iterable<BoardObject>): Box =>
  areaOf(listCopiedObjects(chosen, all))

const areaOf = (objects: readonly BoardObject[]) => boxAround(objects.map(object => bounds(object))) as Box

/** From back to front, so that the copies are stacked in the same order. */
export function listCopiedObjects(chosen: readonly BoardObject[], everything: Iterable<BoardObject>): BoardObject[] {
  const all = [...everything]
  const free = chosen.filter(object => !isAttached(object))
  const carried = withCarried(free, all, () => true)
  const ids = new Set(carried.map(({ id }) => id))
  const isBetween = (object: BoardObject) =>
    hasEnds(object) && !ids.has(object.id) && Object.values(endsOf(object)).every(end => 'id' in end && ids.has(end.id))
  const key = (object: BoardObject) => object.order ?? ''
  return [...carried, ...all.filter(isBetween)].sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** Null if the text is not a clip: any program can write to the clipboard. */
export function readClip(text: string): Clip | null {
  try {
    const { items, width, height } = JSON.parse(text) as Clip
    const isWhole = Array.isArray(items) && items.length > 0 && items.length <= 1_000 && items.every(isItem)
    return isWhole && Number.isFinite(width) && Number.isFinite(height) ? { items, width, height } : null
  } catch {
    return null
  }
}

/** A menu may read only text, images and HTML from the clipboard, so the clip is also an attribute in the HTML. */
export function clipMarkup(clip: Clip, words: string): string {
  const escaped = words.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')
  return `<span ${markName}="${encodeURIComponent(JSON.stringify(clip))}">${escaped}</span>`
}

/** The clip as it is under its own type; empty if there is none. */
export function clipInMarkup(markup: string): string {
  const mark = new RegExp(`${markName}="([^"]*)"`).exec(markup)?.[1] ?? ''
  try {
    return decodeURIComponent(mark)
  } catch {
    return ''
  }
}

const markName = 'data-tessera-objects'

/** For targets that accept only text. */
export const clipText = (objects: readonly BoardObject[]): string =>
  objects
    .map(plainTextOf)
    .filter(words => words !== '')
    .join('\n')

/** The data to create the item again, with the top left corner of the clip at a point of the board. */
export function positionedData({ data, on }: ClipItem, at: Point): Record<string, unknown> {
  return on === undefined ? offsetData(data, { x: Math.round(at.x), y: Math.round(at.y) }) : data
}

/** The items that a group or a connector keeps together, by index. */
export function groupsOf({ items }: Clip): number[][] {
  const groups = new Map<number, number[]>()
  for (const [index, { group }] of items.entries())
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), index])
  return [...groups.values()].filter(members => members.length > 1)
}

const copiedData = (object: BoardObject) => withoutReferences(kindOfObject(object), creationDataOf(object))

function itemOf(object: BoardObject, area: Box, indexes: ReadonlyMap<string, number>): ClipItem {
  const corner = { x: -Math.round(area.x), y: -Math.round(area.y) }
  if (hasEnds(object)) return connectorItem(object, corner, indexes)
  const data = offsetData(copiedData(object), corner)
  const file = kindOfObject(object).upload ? { file: String(fieldOf(object, 'url')), fileOf: object.id } : {}
  return { kind: object.kind, data, ...file }
}

/** An end at an object that is not copied stays in place, but becomes free. */
function connectorItem(object: BoardObject, corner: Point, indexes: ReadonlyMap<string, number>): ClipItem {
  const path = fieldOf(object, 'points') as readonly (readonly [number, number])[]
  const { from, to } = endsOf(object)
  const freeEnd = (end: ConnectorEnd, [x, y]: readonly [number, number] = [0, 0]) =>
    'id' in end ? (indexes.has(end.id) ? end : { x: Math.round(x), y: Math.round(y) }) : end
  const data = { ...creationDataOf(object), from: freeEnd(from, path[0]), to: freeEnd(to, path.at(-1)) }
  const indexOf = (end: ConnectorEnd) => ('id' in end ? indexes.get(end.id) : undefined)
  const ends = Object.entries({ from: indexOf(from), to: indexOf(to) }).filter(([, index]) => index !== undefined)
  return { kind: object.kind, data: offsetData(data, corner), ends: Object.fromEntries(ends) }
}

function offsetData(data: Record<string, unknown>, by: Point): Record<string, unknown> {
  if (Array.isArray(data.points)) return { ...data, points: offsetPoints(data.points as number[], by) }
  if (!('from' in data)) return { ...data, x: Number(data.x ?? 0) + by.x, y: Number(data.y ?? 0) + by.y }
  const offsetEnd = (end: unknown) =>
    typeof end === 'object' && end !== null && 'x' in end && 'y' in end
      ? { x: Number(end.x) + by.x, y: Number(end.y) + by.y }
      : end
  const via = (Array.isArray(data.via) ? data.via : []).map(([x, y]) => [Number(x) + by.x, Number(y) + by.y])
  return { ...data, from: offsetEnd(data.from), to: offsetEnd(data.to), via }
}

function isItem(item: unknown, _index: number, all: readonly unknown[]): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { kind, data, on, ends = {}, group, file } = item as Partial<ClipItem>
  const known: Kind | null = kindOf(String(kind))
  const isIndex = (value: unknown) =>
    value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < all.length)
  const isOn = [on, group, ends.from, ends.to].every(isIndex)
  const isFile = file === undefined || known?.upload !== undefined
  return known !== null && typeof data === 'object' && data !== null && isOn && isFile
}
