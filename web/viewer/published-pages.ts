// The objects of a published board, loaded page by page: those in view first, from the middle outward, then the rest up
// to a limit. On a larger board, pages that are far away are dropped again.

import type { Operations, ReplyOf } from '@tessera/contract'
import { type Box, type Drawable, pagePreview } from '@tessera/drawing'
import type { BoardSource } from '../canvas/board-view.ts'
import { touches } from '../canvas/spatial-grid.ts'

export type PublishedBoard = ReplyOf<Operations['published']['get']>

export interface BoardPage {
  readonly cursor: string
  readonly bounds: Box
  readonly objects_count: number
  state: 'away' | 'coming' | 'here'
  ids: readonly string[]
}

export interface PublishedPages extends BoardSource {
  readonly bounds: Box | null
  readonly objects_count: number
  readonly pages: readonly BoardPage[]
  /** Loads the pages for this part of the board. */
  lookAt(box: Box, zoom: number): void
  /** Loads the page that contains an object. Does nothing if the object does not exist. */
  seek(id: string): Promise<void>
  /** Whether the whole board fits into memory. */
  readonly isSmall: boolean
}

/** The page of a cursor, or the one that holds an object. */
export type FetchPage = (by: 'cursor' | 'object', value: string) => Promise<PublishedBoard>

const mostAtOnce = 4
/** The maximum number of objects in memory. */
const mostHeld = 30_000
/** On a large board, objects closer together than this many screen pixels are not loaded. */
const leastPitch = 7

export class PageLoader implements PublishedPages {
  readonly objects = new Map<string, Drawable>()
  readonly bounds: Box | null
  readonly objects_count: number
  readonly pages: readonly BoardPage[]
  readonly #fetchPage: FetchPage
  readonly #onLost: (error: unknown) => void
  readonly #listeners = new Set<(ids: Iterable<string> | null) => void>()
  #view: Box
  #zoom = 1
  #coming = 0
  #isLost = false

  constructor(first: PublishedBoard, fetchPage: FetchPage, onLost: (error: unknown) => void) {
    this.bounds = first.bounds
    this.objects_count = first.objects_count
    this.pages = (first.pages ?? []).map(page => ({ ...page, state: 'away', ids: [] }))
    this.#view = first.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
    this.#fetchPage = fetchPage
    this.#onLost = onLost
    const [page] = this.pages
    if (page) this.#add(page, first)
  }

  get isSmall(): boolean {
    return this.objects_count <= mostHeld
  }

  onChange(listener: (ids: Iterable<string> | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  lookAt(box: Box, zoom: number): void {
    this.#view = box
    this.#zoom = zoom
    this.#fetchMore()
  }

  async seek(id: string): Promise<void> {
    const found = await this.#fetchPage('object', id).catch(() => null)
    // The response names the next page.
    const after = this.pages.findIndex(({ cursor }) => cursor === found?.next_cursor)
    const page = this.pages.at(after < 0 ? -1 : after - 1)
    if (found && page && page.state !== 'here') this.#add(page, found)
  }

  #fetchMore(): void {
    while (this.#coming < mostAtOnce && !this.#isLost) {
      const page = this.#next()
      if (!page) return
      page.state = 'coming'
      this.#coming += 1
      void this.#bring(page)
    }
  }

  async #bring(page: BoardPage): Promise<void> {
    try {
      this.#add(page, await this.#fetchPage('cursor', page.cursor))
      this.#makeRoom()
    } catch (error) {
      page.state = 'away'
      if (!this.#isLost) this.#onLost(error)
      this.#isLost = true
    }
    this.#coming -= 1
    this.#fetchMore()
  }

  /** The nearest page in view, or of all pages while there is room. */
  #next(): BoardPage | undefined {
    const away = this.pages.filter(page => page.state === 'away' && this.#isWanted(page))
    return away.sort((a, b) => this.#distance(a) - this.#distance(b))[0]
  }

  #isWanted(page: BoardPage): boolean {
    if (this.isSmall) return true
    if (!touches(page.bounds, this.#view)) return this.objects.size + page.objects_count < mostHeld / 2
    const { width, height } = page.bounds
    return Math.sqrt((width * height) / page.objects_count) * this.#zoom >= leastPitch
  }

  #add(page: BoardPage, { objects, web_pages = [] }: Pick<PublishedBoard, 'objects' | 'web_pages'>): void {
    page.state = 'here'
    page.ids = objects.map(({ id }) => id)
    const known = new Map(web_pages.map(one => [one.id, one]))
    for (const object of objects) this.objects.set(object.id, addPreview(object as Drawable, known.get(object.id)))
    this.#notify(page.ids)
  }

  #makeRoom(): void {
    if (this.isSmall) return
    const farthest = this.pages.filter(page => page.state === 'here' && !touches(page.bounds, this.#view))
    farthest.sort((a, b) => this.#distance(b) - this.#distance(a))
    for (const page of farthest) {
      if (this.objects.size <= mostHeld) return
      for (const id of page.ids) this.objects.delete(id)
      const gone = page.ids
      Object.assign(page, { state: 'away', ids: [] })
      this.#notify(gone)
    }
  }

  /** The distance from the middle of the view; pages in view come first. */
  #distance({ bounds }: BoardPage): number {
    const away = Math.hypot(
      bounds.x + bounds.width / 2 - this.#view.x - this.#view.width / 2,
      bounds.y + bounds.height / 2 - this.#view.y - this.#view.height / 2,
    )
    return touches(bounds, this.#view) ? away : away + 1e12
  }

  #notify(ids: readonly string[]): void {
    for (const listener of this.#listeners) listener(ids)
  }
}

type WebPage = NonNullable<PublishedBoard['web_pages']>[number]

/** A browser object with the stored preview of its page. Its picture is found like those of images. */
function addPreview(object: Drawable, page: WebPage | undefined): Drawable {
  if (!page) return object
  const picture = page.picture ?? page.icon
  return Object.assign({ ...object }, { preview: pagePreview(page), pictures: picture ? [picture] : [] })
}
