// A spatial index of what is on the board: every object as it is shown, with the strokes on it, in drawing order.
// Objects with an override are kept apart, so that the rest need not be repainted while they move.

import {
  type Box,
  bounds,
  boxAround,
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
import { followedIds, isConnector } from '@tessera/drawing/connector-geometry'
import { AgeRanks } from './age-ranks.ts'
import { ConnectorRoutes } from './connector-routes.ts'
import { IdSets } from './id-sets.ts'
import { findRaisedObjects, type StackedObject } from './raised-objects.ts'
import { createSpatialGrid, touches } from './spatial-grid.ts'

/** What is shown instead of an object, for example while it is dragged; null hides it. An unknown id adds an object. */
export type DrawOverrides = ReadonlyMap<string, Drawable | null>

export interface BoardContent {
  /** The object as it is shown. */
  find(id: string): Drawable | null
  /** Updates the index; returns the boxes to repaint. */
  change(ids: Iterable<string>): Box[]
  changeAll(): void
  setOverrides(overrides: DrawOverrides): Box[]
  /** Turns to a page of a document, for this view only. */
  setPage(id: string, page: number): Box[]
  /** What to paint in a box, without overridden objects. */
  drawOrderIn(box: Box): DrawOrder
  overridden(): DrawOrder
  objectAt(point: Point, touch: HitTolerance, isWanted?: (object: Drawable) => boolean): Drawable | null
  /** Objects that touch the box, or are completely inside it. Strokes on objects are part of those. */
  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[]
  /** The box on the board. */
  boundsOf(id: string): Box | null
  /** The boxes of objects that show this picture. */
  boxesShowing(pictureKey: string): Box[]
  bounds(): Box | null
}

export function createBoardContent(objects: () => ReadonlyMap<string, Drawable>): BoardContent {
  return new Content(objects)
}

interface Item extends StackedObject {
  /** By age. */
  rank: number
}

class Content implements BoardContent {
  readonly #objects: () => ReadonlyMap<string, Drawable>
  readonly #items = new Map<string, Item>()
  #grid = createSpatialGrid<Item>()
  readonly #strokesOn = new IdSets()
  readonly #routes = new ConnectorRoutes()
  readonly #showing = new IdSets()
  readonly #atPage = new Map<string, Drawable & { page?: number }>()
  #overrides: DrawOverrides = new Map()
  #overriddenNow: DrawOrder | null = null
  /**
   * The objects in front of an overridden object that touch it: they are drawn with it, so that the stacking order
   * holds.
   */
  #raised: ReadonlySet<string> = new Set()
  readonly #ranks = new AgeRanks()

  constructor(objects: () => ReadonlyMap<string, Drawable>) {
    this.#objects = objects
    this.changeAll()
  }

  find(id: string): Drawable | null {
    const object = this.#given(id)
    return object && this.#routes.routed(object, this.#findGiven)
  }

  readonly #findGiven = (id: string) => this.#given(id)

  /** Connectors with the path of their record. */
  #given(id: string): Drawable | null {
    const moved = this.#overrides.get(id)
    if (moved !== undefined) return moved
    const object = this.#objects().get(id)
    if (!object) return null
    const atPage = this.#atPage.get(id)
    if (!atPage) return object
    // The same object is returned every time: computed values are cached by object.
    const isCurrent = Object.entries(object).every(([name, value]) => atPage[name as keyof Drawable] === value)
    if (isCurrent) return atPage
    const renewed = { ...object, page: atPage.page } as Drawable
    this.#atPage.set(id, renewed)
    return renewed
  }

  change(ids: Iterable<string>): Box[] {
    this.#overriddenNow = null
    const painted: Box[] = []
    for (const id of ids) this.#renew(id, painted)
    this.#raise(painted)
    return painted
  }

  changeAll() {
    this.#grid = createSpatialGrid()
    this.#items.clear()
    this.#ranks.clear()
    this.#strokesOn.clear()
    this.#routes.clear()
    this.#showing.clear()
    this.#overriddenNow = null
    const painted: Box[] = []
    for (const id of new Set([...this.#objects().keys(), ...this.#overrides.keys()])) this.#renewAlone(id, painted)
  }

  setOverrides(overrides: DrawOverrides): Box[] {
    const before = this.#overrides
    this.#overrides = overrides
    this.#overriddenNow = null
    const painted: Box[] = []
    for (const id of before.keys()) if (!overrides.has(id)) this.#renew(id, painted)
    for (const id of overrides.keys()) if (!before.has(id)) this.#renew(id, painted)
    this.#raise(painted)
    return painted
  }

  setPage(id: string, page: number): Box[] {
    const object = this.#objects().get(id)
    if (!object) return []
    this.#atPage.set(id, { ...object, page } as Drawable)
    return this.change([id])
  }

  drawOrderIn(box: Box): DrawOrder {
    const items = this.#raised.size === 0 ? this.#grid.search(box) : this.#grid.search(box).filter(this.#isNotRaised)
    const found = new Set(items)
    // The object that a stroke is on may be outside of the box, but determines the drawing order.
    for (const { target } of items) {
      const host = target && this.#items.get(target.id)
      if (host) found.add(host)
    }
    this.#sortRanks()
    const ordered = [...found].sort((one, other) => one.rank - other.rank)
    return drawOrderOf(ordered.map(({ object }) => object))
  }

  overridden(): DrawOrder {
    this.#overriddenNow ??= drawOrderOf([...this.#overriddenObjects(), ...this.#raisedObjects()])
    return this.#overriddenNow
  }

  objectAt(point: Point, touch: HitTolerance, isWanted: (object: Drawable) => boolean = () => true): Drawable | null {
    const overridden = objectAt(only(this.overridden(), isWanted), point, touch)
    if (overridden) return overridden
    const { slack } = touch
    const around = { x: point.x - slack, y: point.y - slack, width: 2 * slack, height: 2 * slack }
    return objectAt(only(this.drawOrderIn(around), isWanted), point, touch)
  }

  objectsIn(box: Box, how: 'touching' | 'whole' = 'touching'): Drawable[] {
    const matches = (object: Drawable) => (how === 'whole' ? isWithin(bounds(object), box) : meets(object, box))
    const found = this.#grid.search(box).filter(({ target }) => target === null)
    const overridden = this.#overriddenObjects().filter(object => targetOf(object) === null)
    const { objects, strokesOnBoard } = drawOrderOf([...found.map(({ object }) => object), ...overridden])
    return [...objects, ...strokesOnBoard].filter(matches)
  }

  boundsOf(id: string): Box | null {
    const object = this.find(id)
    return object && bounds(object, this.#targetFor(object))
  }

  boxesShowing(pictureKey: string): Box[] {
    const ids = [...this.#showing.get(pictureKey)]
    return ids.flatMap(id => this.#items.get(id)?.box ?? [])
  }

  bounds(): Box | null {
    const overridden = this.#overriddenObjects().map(object => bounds(object, this.#targetFor(object)))
    const rest = this.#grid.bounds()
    return boxAround(rest ? [...overridden, rest] : overridden)
  }

  #renew(id: string, painted: Box[]) {
    this.#renewAlone(id, painted)
    for (const connector of this.#routes.attachedTo(id)) this.#renewAlone(connector, painted)
  }

  #renewAlone(id: string, painted: Box[]) {
    const before = this.#items.get(id)
    if (before) this.#takeOut(before, painted)
    const object = this.find(id)
    if (!object) this.#ranks.delete(id)
    this.#recordTarget(before?.object ?? null, object)
    this.#routes.record(id, object)
    if (object && !this.#isOverridden(object)) this.#putIn(object, painted)
    for (const stroke of this.#strokesOn.get(id)) this.#renew(stroke, painted)
  }

  #recordTarget(before: Drawable | null, object: Drawable | null) {
    const target = targetOf(object ?? before)
    if (target === null) return
    if (object) this.#strokesOn.add(target, object.id)
    else if (before) this.#strokesOn.delete(target, before.id)
  }

  #isOverridden(object: Drawable): boolean {
    const target = targetOf(object)
    if (this.#overrides.has(object.id) || (target !== null && this.#overrides.has(target))) return true
    return this.#overrides.size > 0 && isConnector(object) && followedIds(object).some(id => this.#overrides.has(id))
  }

  readonly #isNotRaised = ({ id, target }: Item) => !this.#raised.has(id) && !(target && this.#raised.has(target.id))

  #raise(painted: Box[]) {
    const before = this.#raised
    if (before.size === 0 && this.#overrides.size === 0) return
    const overridden = [...this.#overrides].flatMap(([id, object]) => (object ? this.#inCurrentOrder(id, object) : []))
    this.#raised = findRaisedObjects(overridden, box => this.#grid.search(box))
    for (const id of before.symmetricDifference(this.#raised)) {
      const item = this.#items.get(id)
      if (item) painted.push(item.box)
    }
  }

  /** Someone may have restacked it since the gesture began. */
  #inCurrentOrder(id: string, object: Drawable): Drawable {
    const order = this.#objects().get(id)?.order
    const isCurrent = order === undefined || object.order === undefined || object.order === order
    return isCurrent ? object : { ...object, order }
  }

  #raisedObjects(): Drawable[] {
    const ids = [...this.#raised].flatMap(id => [id, ...this.#strokesOn.get(id)])
    return ids.flatMap(id => this.#items.get(id)?.object ?? [])
  }

  #takeOut(item: Item, painted: Box[]) {
    painted.push(item.box)
    this.#grid.remove(item)
    this.#items.delete(item.id)
    const { object } = item
    const key = rendererOf(object).pictureKey?.(object)
    if (key !== undefined) this.#showing.delete(key, item.id)
  }

  #putIn(object: Drawable, painted: Box[]) {
    const target = this.#targetFor(object)
    if (!target && targetOf(object) !== null) return
    const item = {
      id: object.id,
      object,
      target,
      box: paintedBounds(object, target),
      rank: this.#ranks.rankOf(object.id),
    }
    this.#items.set(object.id, item)
    this.#grid.put(item, item.box)
    painted.push(item.box)
    const key = rendererOf(object).pictureKey?.(object)
    if (key !== undefined) this.#showing.add(key, object.id)
  }

  #sortRanks() {
    if (this.#ranks.sort()) for (const item of this.#items.values()) item.rank = this.#ranks.rankOf(item.id)
  }

  #targetFor(object: Drawable): Drawable | null {
    const id = targetOf(object)
    return id === null ? null : this.find(id)
  }

  #overriddenObjects(): Drawable[] {
    const overridden: Drawable[] = []
    const connectors = new Set<string>()
    for (const [id, object] of this.#overrides) {
      if (object) overridden.push(this.#routes.routed(this.#inCurrentOrder(id, object), this.#findGiven))
      for (const connector of this.#routes.attachedTo(id)) connectors.add(connector)
      for (const stroke of this.#strokesOn.get(id)) {
        const drawn = this.#overrides.has(stroke) ? null : this.find(stroke)
        if (drawn) overridden.push(drawn)
      }
    }
    for (const id of connectors) {
      const drawn = this.#overrides.has(id) ? null : this.find(id)
      if (drawn) overridden.push(drawn)
    }
    return overridden
  }
}

const targetOf = (object: Drawable | null) => (object && rendererOf(object).attachedTo?.(object)) ?? null

function only(drawOrder: DrawOrder, isWanted: (object: Drawable) => boolean): DrawOrder {
  const strokesOn = new Map(Array.from(drawOrder.strokesOn, ([id, strokes]) => [id, strokes.filter(isWanted)] as const))
  const strokesOnBoard = drawOrder.strokesOnBoard.filter(isWanted)
  return { ...drawOrder, objects: drawOrder.objects.filter(isWanted), strokesOn, strokesOnBoard }
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
