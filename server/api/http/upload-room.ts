// Room for uploads that are stored but not committed yet. A file that exceeds the limit on storage is refused before it is
// kept, also if many arrive at once: what waits for its commit counts, too. Other processes count their own.

import { checkStorage, type FileStorage, findOrganizationBytes } from '../../platform/files/index.ts'
import type { Reader } from '../../platform/sql/index.ts'

interface UploadFiles {
  /** Throws a ForbiddenError instead of keeping a file for which there is no room. */
  readonly put: FileStorage['put']
  /** Called once the files are committed or refused. */
  release(): void
}

interface Pending {
  bytes: number
  /** Counts the releases: the bytes in the database may have changed with each. */
  releases: number
  readonly waiting: Set<() => void>
}

export class UploadRoom {
  readonly #db: Reader
  readonly #files: FileStorage
  readonly #limitBytes: number
  readonly #pending = new Map<number, Pending>()

  constructor({ db, files, limitBytes }: { db: Reader; files: FileStorage; limitBytes: number }) {
    this.#db = db
    this.#files = files
    this.#limitBytes = limitBytes
  }

  /** The storage of one request. */
  open(organization_id: number): UploadFiles {
    if (this.#limitBytes === 0) return { put: this.#files.put, release: () => {} }
    let reserved = 0
    return {
      put: (source, options) =>
        this.#files.put(source, {
          ...options,
          beforeStore: async (hash, size) => {
            await this.#reserve(organization_id, size)
            reserved += size
            await options.beforeStore?.(hash, size)
          },
        }),
      release: () => {
        this.#release(organization_id, reserved)
        reserved = 0
      },
    }
  }

  /** If there is room only without the uploads that are pending, this waits until one of them has ended. */
  async #reserve(organization_id: number, bytes: number): Promise<void> {
    for (;;) {
      const before = this.#of(organization_id).releases
      await checkStorage(this.#db, organization_id, bytes, this.#limitBytes)
      const used = await findOrganizationBytes(this.#db, organization_id)
      const pending = this.#of(organization_id)
      if (pending.releases !== before) continue
      if (used + pending.bytes + bytes <= this.#limitBytes) {
        pending.bytes += bytes
        return
      }
      await new Promise<void>(resolve => pending.waiting.add(resolve))
    }
  }

  #of(organization_id: number): Pending {
    const pending = this.#pending.get(organization_id) ?? { bytes: 0, releases: 0, waiting: new Set() }
    this.#pending.set(organization_id, pending)
    return pending
  }

  #release(organization_id: number, bytes: number): void {
    if (bytes === 0) return
    const pending = this.#of(organization_id)
    pending.bytes -= bytes
    pending.releases += 1
    for (const resume of pending.waiting) resume()
    pending.waiting.clear()
  }
}
