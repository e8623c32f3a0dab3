// The program of the worker thread: runs batches of changes on a database connection of its own, like the main thread
// does. It understands two messages: requests to run, as JSON, and 'close'.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openEmbedded } from '../../platform/db/open-database.ts'
import { fileSigner } from '../../platform/files/signed-url.ts'
import { type Topic, topics } from '../../platform/sql/database.ts'
import type { SkippedMail } from './admit-mentions.ts'
import { serializeOutcome } from './outcome-message.ts'
import { runBatch } from './run-batch.ts'
import type { MessageFromThread, ThreadSettings } from './write-thread.ts'

const port = parentPort as MessagePort
const { dataDir, publicUrl, fileKey, limits } = workerData as ThreadSettings
const db = openEmbedded(dataDir, { makesCheckpoints: false })
const sign = fileSigner(publicUrl, fileKey)

const marks: [Topic, number[]][] = []
for (const topic of topics) db.onCommit(topic, ids => marks.push([topic, [...ids]]))

// Messages are handled one after the other: a batch in progress is finished before the worker closes.
let last = Promise.resolve()
port.on('message', (message: string) => {
  last = last.then(() => (message === 'close' ? close() : run(message)))
})
post('ready')

const skippedMails: SkippedMail[] = []
const onMailsSkipped = (mails: readonly SkippedMail[]) => skippedMails.push(...mails)

async function run(requests: string): Promise<void> {
  const outcomes = await runBatch({ db, sign, limits, onMailsSkipped }, JSON.parse(requests))
  post({
    outcomes: outcomes.map(serializeOutcome),
    marks: marks.splice(0),
    skippedMails: skippedMails.splice(0),
  })
}

function post(message: MessageFromThread): void {
  port.postMessage(message)
}

async function close(): Promise<void> {
  await db.close()
  port.close()
}
