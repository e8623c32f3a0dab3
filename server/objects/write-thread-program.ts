// A thread with connections of its own that carries out batches of changes, just as the server itself would. It knows two
// deeds, told by messages: a batch, and to end.

import { parentPort, workerData } from 'node:worker_threads'
import type { Marks } from '../db/commit-topics.ts'
import { topics } from '../db/database.ts'
import { connectDatabase } from '../db/open-database.ts'
import { fileSigner } from '../files/signed-address.ts'
import type { ChangeRequest } from './changes.ts'
import { runBatch } from './run-batch.ts'
import { sendable } from './sent-outcome.ts'
import type { Deed, Report, ThreadSettings } from './write-thread.ts'

const { place, publicUrl, fileKey } = workerData as ThreadSettings
const db = await connectDatabase(place)
const sign = fileSigner(publicUrl, fileKey)

let marks: [Marks[number][0], number[]][] = []
for (const topic of topics) db.onCommit(topic, ids => marks.push([topic, [...ids]]))

// One after the other, as they came.
let last = Promise.resolve()
parentPort?.on('message', (deed: Deed) => {
  last = last.then(() => (deed === 'close' ? end() : carryOut(deed)))
})
tell('ready')

async function carryOut(requests: readonly ChangeRequest[]): Promise<void> {
  marks = []
  const outcomes = await runBatch({ db, sign }, requests)
  tell({ outcomes: outcomes.map(sendable), marks })
}

function tell(report: Report): void {
  parentPort?.postMessage(report)
}

async function end(): Promise<void> {
  await db.close()
  parentPort?.close()
}
