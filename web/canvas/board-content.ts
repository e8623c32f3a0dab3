// What is on the board, found by place: every object as it is shown, with the strokes on it, in the order of the drawing.
// Objects in motion are lifted out, so that the rest need not be painted anew while they move.

import {
  type Box,
  bounds,
  type Drawable,
  type DrawOrder,
  drawOrderOf,
  frameOf,
  type HitTolerance,
  objectAt,
  type Point,
  paintedBounds,
  rendererOf,
} from '@tessera/drawing'
import { boxAround, createSpatialGrid, touches } from './spatial-grid.ts'

/** What is shown instead of an object while it moves; null hides it. One that the board does not have is added. */
export type Moving = ReadonlyMap<string, Drawable | null>

export interface BoardContent {
  /** As it is shown. */
  find(id: string): Drawable | null
  /** Takes note of changes; answers the boxes that are to be painted anew. */
  change(ids: Iterable<string>): Box[]
  changeAll(): void
  setMoving(moving: Moving): Box[]
  /** Turns to a page of a document, for this view alone. */
  setPage(id: string, page: number): Box[]
  /** What is to be painted in a box, lifted objects left out. */
  arrangedIn(box: Box): DrawOrder
  lifted(): DrawOrder
  objectAt(point: Point, touch: HitTolerance, isWanted?: (object: Drawable) => boolean): Drawable | null
  /** Those that touch the box, or lie in it whole; strokes that are drawn on objects are part of those. */
  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[]
  /** Where an object is, on the board. */
  boundsOf(id: string): Box | null
  /** Where the objects are that show this picture. */
  boxesShowing(pictureKey: string): Box[]
  bounds(): Box | null
}

export function createBoardContent(objects: () => ReadonlyMap<string, Drawable>): BoardContent {
  return new Content(objects)
}

interface Item {
  readonly id: string
  readonly object: Drawable
  readonly target: Drawable | null
  readonly box: Box
  /** By age; numbers are compared much faster than ids. */
  rank: number
}

class Content implements BoardContent {
  readonly #objects: () => ReadonlyMap<string, Drawable>
  readonly #items = new Map<string, Item>()
  #grid = createSpatialGrid<Item>()
  readonly #strokesOn = new Map<string, Set<string>>()
  readonly #showing = new Map<string, Set<string>>()
  readonly #turned = new Map<string, Drawable & { page?: number }>()
  #moving: Moving = new Map()
  #liftedNow: DrawOrder | null = null
  readonly #ranks = new Map<string, number>()
  #lastRank = 0
  #areRanked = true
  #youngest = ''

  constructor(objects: () => ReadonlyMap<string, Drawable>) {
    this.#objects = objects
    this.changeAll()
  }

  find(id: string): Drawable | null {
    const moved = this.#moving.get(id)
    if (moved !== undefined) return moved
    const object = this.#objects().get(id)
    if (!object) return null
    const turned = this.#turned.get(id)
    if (!turned) return object
    // Kept from call to call: what is worked out for an object is remembered by the object itself.
    const isCurrent = Object.entries(object).every(([name, value]) => turned[name as keyof Drawable] === value)
    if (isCurrent) return turned
    const renewed = { ...object, page: turned.page } as Drawable
    this.#turned.set(id, renewed)
    return renewed
  }

  change(ids: Iterable<string>): Box[] {
    this.#liftedNow = null
    const painted: Box[] = []
    for (const id of ids) this.#renew(id, painted)
    return painted
  }

  changeAll() {
    this.#grid = createSpatialGrid()
    this.#items.clear()
    this.#ranks.clear()
    this.#youngest = ''
    this.#strokesOn.clear()
    this.#showing.clear()
    this.change(new Set([...this.#objects().keys(), ...this.#moving.keys()]))
  }

  setMoving(moving: Moving): Box[] {
    const before = this.#moving
    this.#moving = moving
    this.#liftedNow = null
    const painted: Box[] = []
    for (const id of before.keys()) if (!moving.has(id)) this.#renew(id, painted)
    for (const id of moving.keys()) if (!before.has(id)) this.#renew(id, painted)
    return painted
  }

  setPage(id: string, page: number): Box[] {
    const object = this.#objects().get(id)
    if (!object) return []
    this.#turned.set(id, { ...object, page } as Drawable)
    return this.change([id])
  }

  arrangedIn(box: Box): DrawOrder {
    const items = this.#grid.search(box)
    const found = new Set(items)
    // What a stroke is drawn on may lie outside the box itself, but says when the stroke's turn is.
    for (const { target } of items) {
      const host = target && this.#items.get(target.id)
      if (host) found.add(host)
    }
    if (!this.#areRanked) this.#rankAnew()
    const ordered = [...found].sort((one, other) => one.rank - other.rank)
    return drawOrderOf(ordered.map(({ object }) => object))
  }

  lifted(): DrawOrder {
    this.#liftedNow ??= drawOrderOf(this.#liftedObjects())
    return this.#liftedNow
  }

  objectAt(point: Point, touch: HitTolerance, isWanted: (object: Drawable) => boolean = () => true): Drawable | null {
    const lifted = objectAt(only(this.lifted(), isWanted), point, touch)
    if (lifted) return lifted
    const { slack } = touch
    const around = { x: point.x - slack, y: point.y - slack, width: 2 * slack, height: 2 * slack }
    return objectAt(only(this.arrangedIn(around), isWanted), point, touch)
  }

  objectsIn(box: Box, how: 'touching' | 'whole' = 'touching'): Drawable[] {
    const matches = (object: Drawable) => (how === 'whole' ? isWithin(bounds(object), box) : meets(object, box))
    const found = this.#grid.search(box).filter(({ target }) => target === null)
    const lifted = this.#liftedObjects().filter(object => targetOf(object) === null)
    const { objects, strokesOnBoard } = drawOrderOf([...found.map(({ object }) => object), ...lifted])
    return [...objects, ...strokesOnBoard].filter(matches)
  }

  boundsOf(id: string): Box | null {
    const object = this.find(id)
    return object && bounds(object, this.#targetFor(object))
  }

  boxesShowing(pictureKey: string): Box[] {
    const ids = [...(this.#showing.get(pictureKey) ?? [])]
    return ids.flatMap(id => this.#items.get(id)?.box ?? [])
  }

  bounds(): Box | null {
    const lifted = this.#liftedObjects().map(object => bounds(object, this.#targetFor(object)))
    const rest = this.#grid.bounds()
    return boxAround(rest ? [...lifted, rest] : lifted)
  }

  #renew(id: string, painted: Box[]) {
    const before = this.#items.get(id)
    if (before) this.#takeOut(before, painted)
    const object = this.find(id)
    if (!object) this.#ranks.delete(id)
    this.#noteTarget(before?.object ?? null, object)
    if (object && !this.#isLifted(object)) this.#putIn(object, painted)
    for (const stroke of this.#strokesOn.get(id) ?? []) this.#renew(stroke, painted)
  }

  #noteTarget(before: Drawable | null, object: Drawable | null) {
    const target = targetOf(object ?? before)
    if (target === null) return
    if (object) gather(this.#strokesOn, target, object.id)
    else if (before) drop(this.#strokesOn, target, before.id)
  }

  #isLifted(object: Drawable): boolean {
    const target = targetOf(object)
    return this.#moving.has(object.id) || (target !== null && this.#moving.has(target))
  }

  #takeOut(item: Item, painted: Box[]) {
    painted.push(item.box)
    this.#grid.remove(item)
    this.#items.delete(item.id)
    const { object } = item
    const key = rendererOf(object).pictureKey?.(object)
    if (key !== undefined) drop(this.#showing, key, item.id)
  }

  #putIn(object: Drawable, painted: Box[]) {
    const target = this.#targetFor(object)
    if (!target && targetOf(object) !== null) return
    const item = { id: object.id, object, target, box: paintedBounds(object, target), rank: this.#rankOf(object.id) }
    this.#items.set(object.id, item)
    this.#grid.put(item, item.box)
    painted.push(item.box)
    const key = rendererOf(object).pictureKey?.(object)
    if (key !== undefined) gather(this.#showing, key, object.id)
  }

  /** Most objects come by age. Where one does not, all are ranked anew when it next matters. */
  #rankOf(id: string): number {
    const known = this.#ranks.get(id)
    if (known !== undefined) return known
    if (id < this.#youngest) this.#areRanked = false
    else this.#youngest = id
    this.#ranks.set(id, ++this.#lastRank)
    return this.#lastRank
  }

  #rankAnew() {
    this.#lastRank = 0
    for (const id of [...this.#ranks.keys()].sort()) this.#ranks.set(id, ++this.#lastRank)
    for (const item of this.#items.values()) item.rank = this.#ranks.get(item.id) ?? 0
    this.#areRanked = true
  }

  #targetFor(object: Drawable): Drawable | null {
    const id = targetOf(object)
    return id === null ? null : this.find(id)
  }

  #liftedObjects(): Drawable[] {
    const lifted: Drawable[] = []
    for (const [id, object] of this.#moving) {
      if (object) lifted.push(object)
      for (const stroke of this.#strokesOn.get(id) ?? []) {
        const drawn = this.#moving.has(stroke) ? null : this.find(stroke)
        if (drawn) lifted.push(drawn)
      }
    }
    return lifted
  }
}

const targetOf = (object: Drawable | null) => (object && rendererOf(object).attachedTo?.(object)) ?? null

function only(arrangement: DrawOrder, isWanted: (object: Drawable) => boolean): DrawOrder {
  const strokesOn = new Map(
    Array.from(arrangement.strokesOn, ([id, strokes]) => [id, strokes.filter(isWanted)] as const),
  )
  const strokesOnBoard = arrangement.strokesOnBoard.filter(isWanted)
  return { ...arrangement, objects: arrangement.objects.filter(isWanted), strokesOn, strokesOnBoard }
}

function meets(object: Drawable, box: Box): boolean {
  const { x, y, scale } = frameOf(object)
  if (!touches(bounds(object), box)) return false
  const own = { x: (box.x - x) / scale, y: (box.y - y) / scale, width: box.width / scale, height: box.height / scale }
  return rendererOf(object).isSelectedBy?.(object, own) ?? true
}

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

function gather(map: Map<string, Set<string>>, key: string, id: string) {
  const known = map.get(key)
  if (known) known.add(id)
  else map.set(key, new Set([id]))
}

function drop(map: Map<string, Set<string>>, key: string, id: string) {
  const known = map.get(key)
  known?.delete(id)
  if (known?.size === 0) map.delete(key)
}
