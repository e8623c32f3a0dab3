// Pending changes kept in the browser's own database, so that a page that is reloaded, closed or crashes loses none. Each
// page keeps its own; what a page that is no more left over is taken up by the next one that opens the same board.

import type { LiveStorage, StoredChange } from './live.ts'
import { type PageLife, pageLife } from './page-life.ts'
import { randomKey } from './random-key.ts'

interface Row extends StoredChange {
  readonly name: string
  readonly page: string
}

const databaseName = 'tessera-live'
const table = 'changes'

/** `name` says whose changes to which board: with the same one, pages share what is left over. */
export function browserStorage(name: string): LiveStorage {
  const page = randomKey()
  const life = pageLife(page)
  const opened = openDatabase()
  // Whoever uses it hears of it; who does not must not.
  opened.catch(() => {})
  return {
    async load() {
      const database = await opened
      const rows = await readRows(database, name)
      const orphans = await orphansAmong(rows, life)
      await write(database, store => {
        for (const row of orphans) store.put({ ...row, page })
      })
      return orphans
    },
    async save(put, remove) {
      await write(await opened, store => {
        for (const change of put) store.put({ ...change, name, page } satisfies Row)
        for (const key of remove) store.delete([name, key])
      })
    },
    async close() {
      life.end()
      await opened.then(
        database => database.close(),
        () => {},
      )
    },
  }
}

/** Of pages that are no more; those of a living one are its own to send. */
async function orphansAmong(rows: readonly Row[], life: PageLife): Promise<Row[]> {
  const pages = [...new Set(rows.map(row => row.page))]
  const inherited = new Map(await Promise.all(pages.map(async one => [one, await life.succeeds(one)] as const)))
  return rows.filter(row => inherited.get(row.page))
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: ['name', 'key'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another page holds an older version'))
  })
}

function readRows(database: IDBDatabase, name: string): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const range = IDBKeyRange.bound([name], [name, []])
    const request = database.transaction(table).objectStore(table).getAll(range)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves once it is on disk. */
function write(database: IDBDatabase, act: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    act(transaction.objectStore(table))
  })
}
