// Pending changes kept in the browser's own database, so that a page that is reloaded, closed or crashes loses none. Each
// page keeps its own; what a page that is no more left over is taken up by the next one that opens the same board, or by
// one that has it open.

import { randomKey } from '../rest/random-key.ts'
import type { LiveStorage, StoredChange } from './live-workspace.ts'
import { pageLife } from './page-liveness.ts'

interface Row extends StoredChange {
  readonly name: string
  readonly page: string
}

/** A page that is being left behind may take a moment to be gone. */
const farewellMs = 500

const databaseName = 'tessera-live'
const table = 'changes'

/** `name` says whose changes to which board: with the same one, pages share what is left over. */
export function browserStorage(name: string): LiveStorage {
  const page = randomKey()
  const life = pageLife(page)
  const opened = openDatabase()
  // Whoever uses it hears of it; who does not must not.
  opened.catch(() => {})
  let onLate: (left: readonly StoredChange[]) => void = () => {}

  /** What the page that is no more has not sent itself: this one's from now on. */
  const inherit = async (other: string): Promise<Row[]> => {
    const database = await opened
    const left = (await readRows(database, name)).filter(row => row.page === other)
    await write(database, store => {
      for (const row of left) store.put({ ...row, page })
    })
    return left
  }

  return {
    async load() {
      const others = new Set((await readRows(await opened, name)).map(row => row.page))
      const found: Row[] = []
      let isLoaded = false
      const inherited = [...others].map(async other => {
        if (!(await life.succeeds(other))) return
        const left = await inherit(other)
        if (isLoaded) onLate(left)
        else found.push(...left)
      })
      await Promise.race([Promise.all(inherited), after(farewellMs)])
      isLoaded = true
      return found
    },
    watch(take) {
      onLate = take
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

const after = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

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
