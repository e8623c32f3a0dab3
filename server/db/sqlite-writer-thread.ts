// A thread with a connection of its own that writes: what waits for the disk waits here, while the server goes on.
// It knows three deeds, told by messages: begin, commit with everything there is to write, and rollback.

import { parentPort, workerData } from 'node:worker_threads'
import { connectWriter } from './sqlite-connections.ts'
import type { Deed, Outcome, Write } from './sqlite-writer.ts'
import { StatementCache } from './statement-cache.ts'

const db = connectWriter(workerData as string)
db.exec('pragma busy_timeout = 5000')
const statements = new StatementCache(db)

parentPort?.on('message', (deed: Deed) => parentPort?.postMessage(outcomeOf(deed)))

function outcomeOf(deed: Deed): Outcome {
  try {
    carryOut(deed)
    return null
  } catch (error) {
    rollBack()
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { message, code, errcode }
  }
}

function carryOut(deed: Deed): void {
  if (deed === 'begin') db.exec('begin immediate')
  else if (deed === 'close') end()
  else if (deed === 'rollback') rollBack()
  else store(deed)
}

function store(writes: readonly Write[]): void {
  for (const { text, lists } of writes) {
    const statement = statements.get(text)
    for (const parameters of lists) statement.run(parameters)
  }
  statements.get('commit').run()
}

// A full disk or a failed write may have rolled back already.
function rollBack(): void {
  if (db.isTransaction) statements.get('rollback').run()
}

function end(): void {
  db.close()
  parentPort?.close()
}
