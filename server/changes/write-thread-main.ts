// The program of the worker thread: runs batches of changes on a database connection of its own, like the main thread
// does. It understands two messages: requests to run, and to close.

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type Topic, topics } from '../db/database.ts'
import { openEmbedded } from '../db/open-database.ts'
import { fileSigner } from '../files/signed-url.ts'
import { type ChangeRequest, countChanges } from './change-request.ts'
import { serializeOutcome } from './outcome-message.ts'
import { maxBatchChanges, runBatch } from './run-batch.ts'
import type { MessageFromThread, MessageToThread, ThreadSettings } from './write-thread.ts'

const port = parentPort as MessagePort
const { dataDir, publicUrl, fileKey } = workerData as ThreadSettings
const db = openEmbedded(dataDir)
const sign = fileSigner(publicUrl, fileKey)

const marks: [Topic, number[]][] = []
for (const topic of topics) db.onCommit(topic, ids => marks.push([topic, [...ids]]))

/** Messages that have not been started, in the order they arrived. */
const queue: { readonly id: number; readonly requests: readonly ChangeRequest[] }[] = []
let isRunning = false
let isClosing = false

port.on('message', (message: MessageToThread) => {
  receive(message)
  if (!isRunning) void runQueue()
})
post('ready')

function receive(message: MessageToThread): void {
  if (message === 'close') isClosing = true
  else queue.push({ id: message.id, requests: JSON.parse(message.requests) })
}

/** All messages that arrive during a transaction share the next one. */
async function runQueue(): Promise<void> {
  isRunning = true
  for (;;) {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) receive(next.message)
    if (queue.length === 0) break
    await runMessages(takeBatch())
  }
  isRunning = false
  if (isClosing) await close()
}

function takeBatch() {
  let [count, changes] = [0, 0]
  for (const { requests } of queue) {
    changes += countChanges(requests)
    if (count > 0 && changes > maxBatchChanges) break
    count += 1
  }
  return queue.splice(0, count)
}

async function runMessages(messages: typeof queue): Promise<void> {
  const requests = messages.flatMap(message => message.requests)
  const outcomes = await runBatch({ db, sign }, requests)
  post({
    ids: messages.map(message => message.id),
    outcomes: outcomes.map(serializeOutcome),
    marks: marks.splice(0),
    changes: countChanges(requests),
  })
}

function post(message: MessageFromThread): void {
  port.postMessage(message)
}

async function close(): Promise<void> {
  await db.close()
  port.close()
}
