// The process that deliveries are compared with: a bare loop that signs and posts without storing anything, and BullMQ, whose
// jobs do the same.

import { createHmac, randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'
import type { SenderOrder } from './sender.ts'

process.on('message', (order: SenderOrder) => {
  senders[order.how](order).then(
    () => process.send?.({ isDone: true }),
    error => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
let pool: Pool | undefined

/** Signs according to the specification, posts, and reads the whole response. */
async function post({ url, body }: { url: string; body: string }): Promise<void> {
  const { origin, pathname } = new URL(url)
  pool ??= new Pool(origin)
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const response = await pool.request({ method: 'POST', path: pathname, headers, body })
  await response.body.dump()
  if (response.statusCode !== 200) throw new Error(`the receiver responseed ${response.statusCode}`)
}

async function loop({ url, body, concurrency, count }: SenderOrder): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await post({ url, body })
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** The jobs are queued before the measurement starts, just as the events are already in the log. */
async function bullmq({ url, body, concurrency, count, redisUrl, bullmqPath }: SenderOrder): Promise<void> {
  const { Queue, Worker } = await import(pathToFileURL(bullmqPath as string).href)
  const { hostname: host, port } = new URL(redisUrl as string)
  const connection = { host, port: Number(port), maxRetriesPerRequest: null }
  const queue = new Queue('deliveries', { connection })
  for (let added = 0; added < count; added += 1_000) {
    const jobs = Array.from({ length: Math.min(1_000, count - added) }, () => ({
      name: 'deliver',
      data: { url, body },
    }))
    await queue.addBulk(jobs)
  }
  let done = 0
  const all = Promise.withResolvers<void>()
  const worker = new Worker('deliveries', (job: { data: { url: string; body: string } }) => post(job.data), {
    connection,
    concurrency: concurrency,
  })
  worker.on('completed', () => ++done === count && all.resolve())
  worker.on('failed', (_job: unknown, error: Error) => all.reject(error))
  await all.promise
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
}

const senders = { loop, bullmq }
