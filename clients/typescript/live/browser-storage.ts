// Stores pending changes in IndexedDB, so that a page that is reloaded, closed or crashes loses none. Each page stores its
// own. The changes of a page that is gone are taken over by the next page that opens the same board, or that has it open.

import { randomKey } from '../rest/random-key.ts'
import type { LiveStorage, StoredChange } from './live-workspace.ts'
import { pageLiveness } from './page-liveness.ts'

interface Row extends StoredChange {
  readonly name: string
  readonly page: string
}

/** A page that is being closed may take a moment. */
const closingMs = 500

const databaseName = 'tessera-live'
const table = 'changes'

/** `name` identifies the user and the board: pages with the same name take over each other's changes. */
export function browserStorage(name: string): LiveStorage {
  const page = randomKey()
  const liveness = pageLiveness(page)
  const opened = openDatabase()
  // Callers of load and save receive the error; without them it must not be an unhandled rejection.
  opened.catch(() => {})
  let onLate: (left: readonly StoredChange[]) => void = () => {}

  /** Takes over the changes that a page which is gone has not sent. */
  const takeOver = async (other: string): Promise<Row[]> => {
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
      const takenOver = [...others].map(async other => {
        if (!(await liveness.waitForEnd(other))) return
        const left = await takeOver(other)
        if (isLoaded) onLate(left)
        else found.push(...left)
      })
      await Promise.race([Promise.all(takenOver), after(closingMs)])
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
      liveness.end()
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
    request.onblocked = () => reject(new Error('another page has an older version of the database open'))
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
function write(database: IDBDatabase, run: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    run(transaction.objectStore(table))
  })
}
