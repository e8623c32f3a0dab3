// What of a board is worth drawing at a small scale, gathered as the objects go by: of what is smaller than two pixels one to
// a spot, of long texts the beginning, of lines the points that make a difference. So a picture costs about the same
// however large the board is.

import type { KindName } from '@tessera/contract'
import { bounds, type Drawable, stillLook } from '@tessera/drawing'
import type { StoredPicture } from '../processing/picture-view.ts'
import type { PreviewRecord } from './preview-store.ts'

const speckPixels = 2
/** Too small to be read: only its colour is to be seen. */
const smallPixels = 9
const mostSmall = 150_000
const mostLarge = 20_000
const longestText = 2_000
const mostPictures = 60
const leastPicturePixels = 12

export interface WantedPicture {
  readonly key: string
  readonly hash: string
  readonly pixels: number
}

export class ThinScene {
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
    const object = { kind, ...shown, ...(page && { still: stillLook(page) }) } as unknown as Drawable
    const box = bounds(object)
    const pixels = Math.max(box.width, box.height) * this.#camera.zoom
    if (pixels < speckPixels) {
      this.#specks.set(this.#spot(box), withoutText(slim(object, this.#camera.zoom)))
    } else if (pixels < smallPixels) {
      if (this.#small.length < mostSmall) this.#small.push(withoutText(slim(object, this.#camera.zoom)))
    } else if (this.#large.length < mostLarge) {
      this.#large.push(slim(object, this.#camera.zoom))
      const ofPage = page?.picture ?? page?.icon
      const versions = ofPage ? [ofPage] : (hidden?.pictures ?? [])
      this.#wantPicture(kind, record.id, versions, box.width * this.#camera.zoom)
    }
  }

  get objects(): Drawable[] {
    return [...this.#specks.values(), ...this.#small, ...this.#large].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The largest first, no more than a picture can show. */
  get pictures(): WantedPicture[] {
    return this.#pictures.toSorted((a, b) => b.pixels - a.pixels).slice(0, mostPictures)
  }

  #spot({ x, y }: { x: number; y: number }): string {
    const at = (value: number, from: number) => Math.floor(((value - from) * this.#camera.zoom) / speckPixels)
    return `${at(x, this.#camera.x)} ${at(y, this.#camera.y)}`
  }

  #wantPicture(kind: KindName, id: string, versions: readonly StoredPicture[], pixels: number): void {
    const best = versions.find(({ width }) => width >= pixels) ?? versions.at(-1)
    if (!best || pixels < leastPicturePixels) return
    // As the looks of both ask for them.
    this.#pictures.push({ key: kind === 'document' ? `${id}/1` : id, hash: best.hash, pixels })
  }
}

const withoutText = (object: Drawable): Drawable => ('text' in object ? { ...object, text: '' } : object)

function slim(object: Drawable, zoom: number): Drawable {
  if ('points' in object) return { ...object, points: fewerPoints(object.points, 1 / zoom) }
  if ('text' in object && object.text.length > longestText)
    return { ...object, text: object.text.slice(0, longestText) }
  return object
}

function fewerPoints(points: readonly number[], spacing: number): number[] {
  const kept = points.slice(0, 2)
  for (let index = 2; index < points.length; index += 2) {
    const [x, y] = [points[index] as number, points[index + 1] as number]
    const [beforeX, beforeY] = [kept.at(-2) as number, kept.at(-1) as number]
    const isLast = index + 2 >= points.length
    if (isLast || Math.abs(x - beforeX) + Math.abs(y - beforeY) >= spacing) kept.push(x, y)
  }
  return kept
}
