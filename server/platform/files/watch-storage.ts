// Distinguishes errors of the storage from those of its callers, and tracks whether the storage works: it is probed
// during an outage. A caller gets StorageUnavailable or StorageFull, and a callback notifies the operator, once for
// each outage.

import type { Readable } from 'node:stream'
import { FileMissing, type FileStorage, FileTooLarge, StorageFull, StorageUnavailable } from './file-storage.ts'

export interface StorageHealth {
  /** The error of the current outage; null while the storage works. */
  readonly outage: StorageUnavailable | StorageFull | null
  /** How long a job waits that such an error has interrupted, longer if the outage lasts; null for any other error. */
  retryDelayMs(error: unknown): number | null
  /** Called when an outage begins, and with null when it is over. */
  onChange: ((outage: StorageUnavailable | StorageFull | null) => void) | null
  /** Stops probing. */
  close(): void
}

const probeMs = 2_000
/** A full storage may still have space for a small file, so it is not probed but retried after a while. */
const fullMs = 60_000
const minRetryMs = 1_000
const maxRetryMs = 60_000

export function watchStorage(storage: FileStorage): { files: FileStorage; health: StorageHealth } {
  const health = new WatchedHealth(storage)
  const guard = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw health.failed(error)
    }
  }
  const files: FileStorage = {
    async put(source, { maxBytes, beforeStore }) {
      const caller = new CallerErrors()
      const options = { maxBytes, ...(beforeStore && { beforeStore: caller.watchCallback(beforeStore) }) }
      try {
        const stored = await storage.put(caller.watchSource(source), options)
        health.worked()
        return stored
      } catch (error) {
        throw caller.has(error) ? error : health.failed(error)
      }
    },
    open: (hash, range) => guard(async () => translateErrors(await storage.open(hash, range))),
    size: hash => guard(() => storage.size(hash)),
    storedAt: hash => guard(() => storage.storedAt(hash)),
    async *list() {
      try {
        yield* storage.list()
      } catch (error) {
        throw health.failed(error)
      }
    },
    remove: hash => guard(() => storage.remove(hash)),
    async probe() {
      await guard(() => storage.probe())
      health.responded()
    },
  }
  return { files, health }
}

class WatchedHealth implements StorageHealth {
  readonly #storage: FileStorage
  #outage: StorageUnavailable | StorageFull | null = null
  #since = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  onChange: StorageHealth['onChange'] = null

  constructor(storage: FileStorage) {
    this.#storage = storage
  }

  get outage(): StorageUnavailable | StorageFull | null {
    return this.#outage
  }

  retryDelayMs(error: unknown): number | null {
    if (error instanceof StorageFull) return fullMs
    if (!(error instanceof StorageUnavailable)) return null
    const elapsedMs = this.#outage ? performance.now() - this.#since : 0
    const delayMs = Math.min(Math.max(elapsedMs / 4, minRetryMs), maxRetryMs)
    return Math.round(delayMs * (0.75 + Math.random() / 2))
  }

  /** Returns the error to throw instead. */
  failed(error: unknown): unknown {
    if (error instanceof FileMissing || error instanceof FileTooLarge) return error
    const outage = error instanceof StorageFull ? error : unavailable(error)
    if (!this.#outage) {
      this.#since = performance.now()
      this.#setOutage(outage)
    }
    return outage
  }

  /** A full storage responds, too. */
  responded(): void {
    if (!(this.#outage instanceof StorageFull)) this.worked()
  }

  worked(): void {
    if (this.#outage) this.#setOutage(null)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #setOutage(outage: StorageUnavailable | StorageFull | null): void {
    this.#outage = outage
    clearTimeout(this.#timer)
    if (outage) this.#probeLater()
    this.onChange?.(outage)
  }

  #probeLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(
      () =>
        this.#storage.probe().then(
          () => this.worked(),
          () => this.#probeLater(),
        ),
      this.#outage instanceof StorageFull ? fullMs : probeMs,
    )
    this.#timer.unref()
  }
}

/** Errors of the source and the callback that a caller passes to `put`: they say nothing about the storage. */
class CallerErrors {
  readonly #errors = new Set<unknown>()

  has(error: unknown): boolean {
    return this.#errors.has(error)
  }

  async *watchSource(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* source
    } catch (error) {
      this.#errors.add(error)
      throw error
    }
  }

  watchCallback<Args extends unknown[]>(callback: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
    return async (...args) => {
      try {
        await callback(...args)
      } catch (error) {
        this.#errors.add(error)
        throw error
      }
    }
  }
}

/** Translates a read that fails midway, without adding another stream in between. */
function translateErrors(stream: Readable): Readable {
  const destroy = stream._destroy.bind(stream)
  stream._destroy = (error, callback) =>
    destroy(error, ended => callback(ended && isReadError(ended) ? unavailable(ended) : ended))
  return stream
}

/**
 * An error of the disk or of the connection to the bucket. It is not a read error if the reader has stopped reading.
 */
function isReadError(error: Error): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return 'syscall' in error || (code.startsWith('UND_ERR_') && code !== 'UND_ERR_ABORTED')
}

const unavailable = (error: unknown): StorageUnavailable =>
  error instanceof StorageUnavailable
    ? error
    : new StorageUnavailable(`The storage is unavailable: ${error instanceof Error ? error.message : error}`, error)
