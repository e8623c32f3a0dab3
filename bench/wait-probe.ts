// Measures how long other requests wait during a long operation on a server: the time of `/health` and of a small write
// in another workspace, one after the other. It runs in a separate thread, so that the work of the benchmark delays no
// measurement.

import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { newWorkspace, type Product } from './product.ts'

/** The longest wait of each, in milliseconds. */
export interface LongestWaits {
  readonly health: number
  readonly write: number
}

export interface WaitProbe {
  /** Returns the longest waits while `work` runs. */
  during(work: () => Promise<unknown>): Promise<LongestWaits>
  stop(): Promise<void>
}

interface ProbeSettings {
  readonly url: string
  readonly token: string
  readonly board: string
}

/** The pause between two requests. */
const pauseMs = 5

export async function startWaitProbe(product: Product): Promise<WaitProbe> {
  const board = await newWorkspace(product, 'Small')
  const settings: ProbeSettings = { url: `http://127.0.0.1:${product.port}`, token: product.token, board }
  const thread = new Worker(new URL(import.meta.url), { workerData: settings })
  const take = async (): Promise<LongestWaits> => {
    thread.postMessage('take')
    const [waits] = await once(thread, 'message')
    return waits
  }
  return {
    async during(work) {
      await take()
      await work()
      return await take()
    },
    stop: async () => void (await thread.terminate()),
  }
}

function probe({ url, token, board }: ProbeSettings): void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const data = { text: 'Small', x: 0, y: 0 }
  const body = JSON.stringify({ changes: [{ op: 'create', kind: 'note', data }] })
  const health = measureForever(() => fetch(`${url}/health`))
  const write = measureForever(() => fetch(`${url}/api/workspaces/${board}/changes`, { method: 'POST', headers, body }))
  parentPort?.on('message', () => parentPort?.postMessage({ health: health(), write: write() }))
}

/**
 * Returns a function that returns the longest time since its last call, including requests that are still in progress.
 */
function measureForever(send: () => Promise<Response>): () => number {
  let longest = 0
  let sentAt: number | null = null
  const endRequest = () => {
    if (sentAt !== null) longest = Math.max(longest, performance.now() - sentAt)
    sentAt = null
  }
  const run = async () => {
    sentAt = performance.now()
    const reply = await send()
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the probe got ${reply.status}`)
    endRequest()
    setTimeout(run, pauseMs)
  }
  void run()
  return () => {
    const result = Math.max(longest, sentAt === null ? 0 : performance.now() - sentAt)
    longest = 0
    return result
  }
}

if (!isMainThread) probe(workerData)
