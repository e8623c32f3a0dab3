// A thread with a connection of its own that carries out changes, just as the server itself would. It knows two deeds, told
// by messages: a parcel of requests, and to end.

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type Topic, topics } from '../db/database.ts'
import { openEmbedded } from '../db/open-database.ts'
import { fileSigner } from '../files/signed-url.ts'
import { type ChangeRequest, sizeOf } from './change-request.ts'
import { serializeOutcome } from './outcome-message.ts'
import { maxBatchChanges, runBatch } from './run-batch.ts'
import type { ThreadCommand, ThreadMessage, ThreadSettings } from './write-thread.ts'

const port = parentPort as MessagePort
const { dataDir, publicUrl, fileKey } = workerData as ThreadSettings
const db = openEmbedded(dataDir)
const sign = fileSigner(publicUrl, fileKey)

const marks: [Topic, number[]][] = []
for (const topic of topics) db.onCommit(topic, ids => marks.push([topic, [...ids]]))

/** What was asked for and has not begun, in the order it came. */
const waiting: { readonly id: number; readonly requests: readonly ChangeRequest[] }[] = []
let isBusy = false
let isEnding = false

port.on('message', (deed: ThreadCommand) => {
  take(deed)
  if (!isBusy) void work()
})
tell('ready')

function take(deed: ThreadCommand): void {
  if (deed === 'close') isEnding = true
  else waiting.push({ id: deed.id, requests: JSON.parse(deed.requests) })
}

/** All that came while the last transaction was under way shares the next. */
async function work(): Promise<void> {
  isBusy = true
  for (;;) {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) take(next.message)
    if (waiting.length === 0) break
    await carryOut(nextParcels())
  }
  isBusy = false
  if (isEnding) await end()
}

function nextParcels() {
  let [count, changes] = [0, 0]
  for (const { requests } of waiting) {
    changes += sizeOf(requests)
    if (count > 0 && changes > maxBatchChanges) break
    count += 1
  }
  return waiting.splice(0, count)
}

async function carryOut(parcels: typeof waiting): Promise<void> {
  const requests = parcels.flatMap(parcel => parcel.requests)
  const outcomes = await runBatch({ db, sign }, requests)
  tell({
    ids: parcels.map(parcel => parcel.id),
    outcomes: outcomes.map(serializeOutcome),
    marks: marks.splice(0),
    changes: sizeOf(requests),
  })
}

function tell(report: ThreadMessage): void {
  port.postMessage(report)
}

async function end(): Promise<void> {
  await db.close()
  port.close()
}
