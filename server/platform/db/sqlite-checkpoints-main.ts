// The program of the thread of sqlite-checkpoints.ts. It understands two messages: 'checkpoint' and 'close'.

import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { LogState } from './sqlite-checkpoints.ts'

const port = parentPort as MessagePort
const db = new DatabaseSync(workerData as string)
const checkpoint = db.prepare('pragma wal_checkpoint(passive)')

port.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'checkpoint') return port.postMessage(runCheckpoint())
  db.close()
  port.close()
})

function runCheckpoint(): LogState | null {
  try {
    const { busy, log, checkpointed } = checkpoint.get() as unknown as LogState & { busy: number }
    return busy ? null : { log, checkpointed }
  } catch {
    return null
  }
}
