// What `arrange` lays out: units with a box. A group is one unit, and so is a canvas with the objects on it. Connectors
// between objects are not units: they follow the objects.

import { type Kind, kinds, referencedId } from '@tessera/contract'
import { type Box, boxAround } from '@tessera/drawing'
import { type BoardObject, boxOf, isGround, ownerOf, textOf } from './board-object.ts'
import { contains } from './sections.ts'

export interface ArrangedUnit {
  /** The objects of the unit, including those on a canvas. */
  readonly objects: readonly BoardObject[]
  readonly box: Box
  /** True if something in it is pinned: then all of it stays. */
  readonly isFixed: boolean
}

export const fieldOf = (object: BoardObject, name: string): unknown =>
  (object as unknown as Record<string, unknown>)[name]

export const hasEnds = ({ kind }: BoardObject) => (kinds[kind] as Kind).creatable.includes('from')

/** The ids of the objects at its ends; null for a free end. */
export const endIdsOf = (connector: BoardObject): readonly [from: string | null, to: string | null] => [
  referencedId(fieldOf(connector, 'from')),
  referencedId(fieldOf(connector, 'to')),
]

/** True if it has no place of its own: it is a connector between objects, or drawn on one. */
export const follows = (object: BoardObject) =>
  ownerOf(object) !== null || (hasEnds(object) && endIdsOf(object).some(id => id !== null))

export function arrangedUnitsOf(chosen: readonly BoardObject[], board: readonly BoardObject[]): ArrangedUnit[] {
  const free = board.filter(object => !follows(object))
  const canvases = chosen.filter(isGround)
  const carrier = (object: BoardObject) =>
    canvases.find(canvas => canvas.id !== object.id && isCarried(object, canvas))?.id ?? null
  const top = chosen.filter(object => !follows(object) && carrier(object) === null)
  const units = new Map<string, BoardObject[]>()
  for (const object of top) {
    const name = object.group ?? object.id
    if (units.has(name)) continue
    const members = object.group ? free.filter(({ group }) => group === object.group) : [object]
    units.set(name, members)
  }
  return [...units.values()].map(members => {
    const carried = free.filter(
      object => !members.includes(object) && members.some(one => isGround(one) && isCarried(object, one)),
    )
    const objects = [...members, ...carried]
    return {
      objects,
      box: boxAround(members.map(boxOf)) as Box,
      isFixed: members.some(object => fieldOf(object, 'pin') === true),
    }
  })
}

/** Canvases on a canvas move with it if they are smaller. */
function isCarried(object: BoardObject, canvas: BoardObject): boolean {
  const [inner, outer] = [boxOf(object), boxOf(canvas)]
  if (isGround(object) && inner.width * inner.height >= outer.width * outer.height) return false
  return contains(outer, inner)
}

export const unitOrders = ['given', 'text', 'color', 'kind'] as const
export type UnitOrder = (typeof unitOrders)[number]

/** Sorts stably. */
export function orderedUnits(units: readonly ArrangedUnit[], order: UnitOrder): readonly ArrangedUnit[] {
  if (order === 'given') return units
  return units.toSorted((one, other) => compareWords(sortWord(one, order), sortWord(other, order)))
}

/** What the units of a column have in common. */
export function sortWord({ objects }: ArrangedUnit, order: Exclude<UnitOrder, 'given'>): string {
  const first = objects[0] as BoardObject
  if (order === 'kind') return first.kind
  return order === 'text' ? textOf(first).trim() : colorOf(first)
}

const colorFields = ['backgroundColor', 'fill', 'borderColor', 'penColor', 'color'] as const

function colorOf(object: BoardObject): string {
  for (const name of colorFields) {
    const color = fieldOf(object, name)
    if (typeof color === 'string') return color
  }
  return ''
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareWords = (one: string, other: string) => collator.compare(one, other)
