// Reduces a board to what is visible at a small scale: among objects smaller than two pixels only one per two pixels,
// only the beginning of long texts, and only the points of a stroke that differ visibly. So the cost of a preview is
// limited.

import { bounds, type Drawable, pagePreview, rendererOf } from '@tessera/drawing'
import type { StoredPicture } from '../../platform/files/index.ts'
import { sortInChunks } from '../../tools/index.ts'
import type { PreviewRecord } from './preview-store.ts'

const speckPixels = 2
/** Below this size text is not readable, so only the color is drawn. */
const smallPixels = 9
const maxSmall = 150_000
const maxLarge = 20_000
const maxTextLength = 2_000
const maxPictures = 60
const minPicturePixels = 12

export interface WantedPicture {
  readonly key: string
  readonly hash: string
  readonly pixels: number
}

export class ReducedScene {
  readonly #camera: { readonly x: number; readonly y: number; readonly zoom: number }
  readonly #large: Drawable[] = []
  readonly #small: Drawable[] = []
  readonly #specks = new Map<string, Drawable>()
  readonly #pictures: WantedPicture[] = []

  constructor(camera: { x: number; y: number; zoom: number }) {
    this.#camera = camera
  }

  add({ kind, record }: PreviewRecord): void {
    const { $: hidden, ...shown } = record
    const page = hidden?.page
    const object = { kind, ...shown, ...(page && { preview: pagePreview(page) }) } as unknown as Drawable
    const box = bounds(object)
    const pixels = Math.max(box.width, box.height) * this.#camera.zoom
    if (pixels < speckPixels) {
      this.#specks.set(this.#spot(box), withoutText(simplify(object, this.#camera.zoom)))
    } else if (pixels < smallPixels) {
      if (this.#small.length < maxSmall) this.#small.push(withoutText(simplify(object, this.#camera.zoom)))
    } else if (this.#large.length < maxLarge) {
      this.#large.push(simplify(object, this.#camera.zoom))
      const ofPage = page?.picture ?? page?.icon
      const versions = ofPage ? [ofPage] : (hidden?.pictures ?? [])
      this.#wantPicture(object, versions, box.width * this.#camera.zoom)
    }
  }

  get count(): number {
    return this.#specks.size + this.#small.length + this.#large.length
  }

  sortedObjects(): Promise<Drawable[]> {
    return sortInChunks([...this.#specks.values(), ...this.#small, ...this.#large], ({ id }) => id)
  }

  /** Keeps the largest first, up to the maximum number of pictures. */
  get pictures(): WantedPicture[] {
    return this.#pictures.toSorted((a, b) => b.pixels - a.pixels).slice(0, maxPictures)
  }

  #spot({ x, y }: { x: number; y: number }): string {
    const at = (value: number, from: number) => Math.floor(((value - from) * this.#camera.zoom) / speckPixels)
    return `${at(x, this.#camera.x)} ${at(y, this.#camera.y)}`
  }

  #wantPicture(object: Drawable, versions: readonly StoredPicture[], pixels: number): void {
    const best = versions.find(({ width }) => width >= pixels) ?? versions.at(-1)
    if (!best || pixels < minPicturePixels) return
    const key = rendererOf(object).pictureKey?.(object) ?? object.id
    this.#pictures.push({ key, hash: best.hash, pixels })
  }
}

const withoutText = (object: Drawable): Drawable => ('text' in object ? { ...object, text: '' } : object)

function simplify(object: Drawable, zoom: number): Drawable {
  if ('penColor' in object) return { ...object, points: fewerPoints(object.points, 1 / zoom) }
  if ('text' in object && object.text.length > maxTextLength)
    return { ...object, text: object.text.slice(0, maxTextLength) }
  return object
}

function fewerPoints(points: readonly number[], spacing: number): number[] {
  const reduced = points.slice(0, 2)
  for (let index = 2; index < points.length; index += 2) {
    const [x, y] = [points[index] as number, points[index + 1] as number]
    const [beforeX, beforeY] = [reduced.at(-2) as number, reduced.at(-1) as number]
    const isLast = index + 2 >= points.length
    if (isLast || Math.abs(x - beforeX) + Math.abs(y - beforeY) >= spacing) reduced.push(x, y)
  }
  return reduced
}
