// A thread with a connection of its own that writes: what waits for the disk waits here, while the server goes on.
// It knows three deeds, told by messages: begin, commit with everything there is to write, and rollback.

import { parentPort, workerData } from 'node:worker_threads'
import { connectWriter } from './sqlite-connections.ts'
import type { Deed, Outcome } from './sqlite-writer.ts'
import { StatementCache } from './statement-cache.ts'
import { storeAndCommit } from './store-and-commit.ts'

const db = connectWriter(workerData as string)
db.exec('pragma busy_timeout = 5000')
const statements = new StatementCache(db)

parentPort?.on('message', (deed: Deed) => parentPort?.postMessage(outcomeOf(deed)))

function outcomeOf(deed: Deed): Outcome {
  try {
    return carryOut(deed)
  } catch (error) {
    rollBack()
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { message, code, errcode }
  }
}

function carryOut(deed: Deed): number {
  if (typeof deed === 'object') return storeAndCommit(statements, deed)
  if (deed === 'begin') db.exec('begin immediate')
  else if (deed === 'close') end()
  else rollBack()
  return 0
}

// A full disk or a failed write may have rolled back already.
function rollBack(): void {
  if (db.isTransaction) statements.get('rollback').run()
}

function end(): void {
  db.close()
  parentPort?.close()
}
