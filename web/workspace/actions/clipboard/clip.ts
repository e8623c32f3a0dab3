// Objects on the clipboard: the data to create them again, with their positions relative to each other. Files are not
// included, only where to fetch them.

import type { BoardObject, KindName } from '@tessera/client'
import { type Kind, kindOf, withoutReferences } from '@tessera/contract'
import { type Box, bounds, type Point } from '@tessera/drawing'
import { boxAround } from '../../../canvas/spatial-grid.ts'
import {
  creationDataOf,
  fieldOf,
  hasPoints,
  isAttached,
  kindOfObject,
  ownerOf,
  plainTextOf,
} from '../../objects/abilities.ts'
import { offsetPoints } from '../../objects/moves.ts'

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
  /** The URL of its file, which expires after an hour, and the id of the object it belongs to. */
  readonly file?: string
  readonly fileOf?: string
}

/** Strokes on the objects are copied along. A stroke whose object is not copied is left out. */
export function clipOf(chosen: readonly BoardObject[], all: Iterable<BoardObject>): Clip | null {
  const free = chosen.filter(object => !isAttached(object))
  if (free.length === 0) return null
  const area = boxAround(free.map(object => bounds(object))) as Box
  const indexes = new Map(free.map(({ id }, index) => [id, index]))
  const attached = [...all].filter(object => indexes.has(ownerOf(object) ?? ''))
  const items = [
    ...free.map(object => itemOf(object, area)),
    ...attached.map(object => ({
      kind: object.kind,
      data: copiedData(object),
      on: indexes.get(ownerOf(object) ?? '') as number,
    })),
  ]
  return { items, width: area.width, height: area.height }
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
  if (on !== undefined) return data
  const corner = { x: Math.round(at.x), y: Math.round(at.y) }
  if (Array.isArray(data.points)) return { ...data, points: offsetPoints(data.points as number[], corner) }
  return { ...data, x: Number(data.x ?? 0) + corner.x, y: Number(data.y ?? 0) + corner.y }
}

const copiedData = (object: BoardObject) => withoutReferences(kindOfObject(object), creationDataOf(object))

function itemOf(object: BoardObject, area: Box): ClipItem {
  const data = copiedData(object)
  const corner = { x: -Math.round(area.x), y: -Math.round(area.y) }
  const relative = hasPoints(object)
    ? { ...data, points: offsetPoints(data.points as number[], corner) }
    : { ...data, x: Number(data.x) + corner.x, y: Number(data.y) + corner.y }
  const file = kindOfObject(object).upload ? { file: String(fieldOf(object, 'url')), fileOf: object.id } : {}
  return { kind: object.kind, data: relative, ...file }
}

function isItem(item: unknown, _index: number, all: readonly unknown[]): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { kind, data, on, file } = item as Partial<ClipItem>
  const known: Kind | null = kindOf(String(kind))
  const isOn = on === undefined || (Number.isInteger(on) && on >= 0 && on < all.length)
  const isFile = file === undefined || known?.upload !== undefined
  return known !== null && typeof data === 'object' && data !== null && isOn && isFile
}
