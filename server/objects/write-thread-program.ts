// A thread with a connection of its own that carries out batches of changes, just as the server itself would. It knows two
// deeds, told by messages: a batch, and to end.

import { parentPort, workerData } from 'node:worker_threads'
import { type Topic, topics } from '../db/database.ts'
import { openEmbedded } from '../db/open-database.ts'
import { fileSigner } from '../files/signed-address.ts'
import { runBatch } from './run-batch.ts'
import { sendable } from './sent-outcome.ts'
import type { Batch, Deed, Report, ThreadSettings } from './write-thread.ts'

const { dataDir, publicUrl, fileKey } = workerData as ThreadSettings
const db = openEmbedded(dataDir)
const sign = fileSigner(publicUrl, fileKey)

const marks: [Topic, number[]][] = []
for (const topic of topics) db.onCommit(topic, ids => marks.push([topic, [...ids]]))

// One after the other, as they came.
let last = Promise.resolve()
parentPort?.on('message', (deed: Deed) => {
  if (deed === 'close') last.then(end)
  else last = last.then(() => carryOut(deed))
})
tell('ready')

async function carryOut({ id, requests }: Batch): Promise<void> {
  const outcomes = await runBatch({ db, sign }, requests)
  tell({ id, outcomes: outcomes.map(sendable), marks: marks.splice(0) })
}

function tell(report: Report): void {
  parentPort?.postMessage(report)
}

async function end(): Promise<void> {
  await db.close()
  parentPort?.close()
}
