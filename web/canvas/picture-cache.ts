// Pictures at about the size they are shown: loaded and decoded on demand, in powers of two, and released when there
// are too many. While one is loading, another size is shown.

import type { Picture } from '@tessera/drawing'

/** Returns the URL of a picture. `pixels` is the width it will be shown at; a source may have several versions. */
export interface PictureSource {
  /** Null if there is none, or not yet. */
  address(key: string, pixels: number): string | null | Promise<string | null>
}

export interface PictureCache {
  readonly isLoading: boolean
  /** The best available version for a width in pixels. */
  find(key: string, pixels: number): Picture | null
  /** Makes the next `find` load the picture again. */
  forget(key: string): void
  close(): void
}

export type DecodedPicture = Picture & { close(): void }

/** Fetches and decodes; null if the picture is not available. */
export type LoadPicture = (url: string, pixels: number) => Promise<DecodedPicture | null>

export function createPictureCache(
  source: PictureSource,
  load: LoadPicture,
  onReady: (key: string) => void,
  maxPixels = 24_000_000,
): PictureCache {
  return new Cache(source, load, onReady, maxPixels)
}

/** The decoded widths are powers of two, so that zooming rarely needs a new one. */
export const stepFor = (pixels: number) =>
  Math.min(widest, Math.max(narrowest, 2 ** Math.ceil(Math.log2(Math.max(pixels, 1)))))

const narrowest = 64
const widest = 4096
const maxConcurrent = 6
const retryMs = 15_000

interface Entry {
  readonly key: string
  readonly step: number
  picture: DecodedPicture | null
  state: 'waiting' | 'loading' | 'ready' | 'failed'
  failedMs: number
}

class Cache implements PictureCache {
  readonly #source: PictureSource
  readonly #load: LoadPicture
  readonly #onReady: (key: string) => void
  readonly #maxPixels: number
  /** By key and step, in the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  readonly #steps = new Map<string, Set<number>>()
  #loading = 0
  #pixels = 0
  #isClosed = false

  constructor(source: PictureSource, load: LoadPicture, onReady: (key: string) => void, maxPixels: number) {
    this.#source = source
    this.#load = load
    this.#onReady = onReady
    this.#maxPixels = maxPixels
  }

  get isLoading() {
    return this.#loading > 0
  }

  find(key: string, pixels: number): Picture | null {
    const step = stepFor(pixels)
    const name = `${key} ${step}`
    const entry = this.#entries.get(name) ?? this.#newEntry(key, step)
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    if (entry.state === 'ready') return entry.picture
    if (entry.state === 'failed' && performance.now() - entry.failedMs > retryMs) entry.state = 'waiting'
    this.#loadNext()
    return this.#standIn(key, step)
  }

  forget(key: string) {
    for (const step of this.#steps.get(key) ?? []) this.#drop(`${key} ${step}`)
  }

  close() {
    this.#isClosed = true
    for (const name of [...this.#entries.keys()]) this.#drop(name)
  }

  #newEntry(key: string, step: number): Entry {
    const steps = this.#steps.get(key) ?? new Set()
    this.#steps.set(key, steps.add(step))
    return { key, step, picture: null, state: 'waiting', failedMs: 0 }
  }

  /** The nearest larger one that is loaded, otherwise the nearest smaller one. */
  #standIn(key: string, wanted: number): Picture | null {
    const ready = [...(this.#steps.get(key) ?? [])].filter(step => this.#entries.get(`${key} ${step}`)?.picture)
    const best = ready.sort((a, b) => rank(a, wanted) - rank(b, wanted))[0]
    return best === undefined ? null : (this.#entries.get(`${key} ${best}`)?.picture ?? null)
  }

  /** The most recent request is most likely still visible. */
  #loadNext() {
    if (this.#loading >= maxConcurrent) return
    const waiting = [...this.#entries.values()].findLast(({ state }) => state === 'waiting')
    if (waiting) this.#start(waiting)
  }

  async #start(entry: Entry) {
    entry.state = 'loading'
    this.#loading++
    const picture = await this.#tryLoad(entry).catch(() => null)
    this.#loading--
    const isWanted = !this.#isClosed && this.#entries.get(`${entry.key} ${entry.step}`) === entry
    if (!isWanted) picture?.close()
    else this.#keep(entry, picture)
    if (!this.#isClosed) this.#loadNext()
  }

  async #tryLoad({ key, step }: Entry): Promise<DecodedPicture | null> {
    const url = await this.#source.address(key, step)
    return url === null ? null : await this.#load(url, step)
  }

  #keep(entry: Entry, picture: DecodedPicture | null) {
    entry.picture = picture
    entry.state = picture ? 'ready' : 'failed'
    entry.failedMs = performance.now()
    if (!picture) return
    this.#pixels += picture.width * picture.height
    this.#shrink(entry)
    this.#onReady(entry.key)
  }

  /** Releases the least recently used. */
  #shrink(newest: Entry) {
    for (const [name, entry] of this.#entries) {
      if (this.#pixels <= this.#maxPixels) return
      if (entry !== newest && entry.state === 'ready') this.#drop(name)
    }
  }

  #drop(name: string) {
    const entry = this.#entries.get(name)
    if (!entry) return
    this.#entries.delete(name)
    const steps = this.#steps.get(entry.key)
    steps?.delete(entry.step)
    if (steps?.size === 0) this.#steps.delete(entry.key)
    if (!entry.picture) return
    this.#pixels -= entry.picture.width * entry.picture.height
    entry.picture.close()
  }
}

const rank = (step: number, wanted: number) => (step >= wanted ? step / wanted : (wanted / step) * 1e6)
