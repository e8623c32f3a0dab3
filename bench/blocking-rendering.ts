// How long others wait while one person has a large board drawn or exported: rows of `capacity blocking`. The figure that
// counts on a busy machine is the longest turn of the server's event loop.

import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Client, connect } from '@tessera/client'
import type { ExportRequest } from '@tessera/contract'
import type { Finding } from './benchmark.ts'
import { finding } from './case-capacity.ts'
import { newWorkspace, type Product, programOf } from './product.ts'
import { startWaitProbe } from './wait-probe.ts'

const longestWaitMs = 300
const longestTurnMs = 100
const pollMs = 100

type Run = (product: Product, board: string) => Promise<unknown>

const exports = ['excalidraw', 'jsoncanvas', 'markdown', 'csv', 'tessera'] as const
/** 10,000 objects. */
const part = '0,0,240000,9900'

const operations: Readonly<Record<string, Run>> = {
  ...Object.fromEntries(exports.map((format): [string, Run] => [`exporting it as ${format}`, exportAs({ format })])),
  'exporting 10,000 objects as svg': exportAs({ format: 'svg', box: part }),
  'exporting it as a PDF in tiles': exportAs({ format: 'pdf', pages: 'tiles' }),
  'a thumbnail of it': loadThumbnail,
}

export async function measureRendering(product: Product, board: string): Promise<Finding[]> {
  const probe = await startWaitProbe(product)
  const findings: Finding[] = []
  try {
    for (const [name, run] of Object.entries(operations)) {
      const startedAt = performance.now()
      await longestTurn(product)
      const { health, write } = await probe.during(() => run(product, board))
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      findings.push(
        finding(`${name} (${seconds} s): the longest turn`, 'ms', await longestTurn(product), {
          atMost: longestTurnMs,
        }),
        finding(`${name}: /health`, 'ms', health, { atMost: longestWaitMs }),
        finding(`${name}: a small write`, 'ms', write, { atMost: longestWaitMs }),
      )
    }
  } finally {
    await probe.stop()
  }
  return [...findings, await measureSmallPicture(product, board)]
}

/** How late the timers of the server were at most since the last call. */
async function longestTurn({ port }: Product): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_delay_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

function exportAs(request: ExportRequest): Run {
  return async ({ client }, board) => {
    const { export: started } = await client.exports.create(board, request)
    for (;;) {
      const { export: now } = await client.exports.get(board, started.id)
      if (now.state === 'failed') throw new Error(`the export failed: ${now.error}`)
      if (now.state === 'done') return
      await delay(pollMs)
    }
  }
}

async function loadThumbnail({ client, port }: Product, board: string): Promise<void> {
  const { workspace } = await client.workspaces.get(board)
  const { pathname, search } = new URL(workspace.properties.thumbnail_url)
  const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
  if (!response.ok) throw new Error(`the thumbnail is a ${response.status}`)
  await response.arrayBuffer()
}

const smallPictures = 10

/** Someone else's pictures of a small board, while a large one is exported and drawn as a picture. */
async function measureSmallPicture(product: Product, board: string): Promise<Finding> {
  const other = await newPerson(product)
  const small = await newWorkspace({ ...product, client: other }, 'Of someone else')
  await other.notes.create(small, { text: 'Small' })
  const large = exportAs({ format: 'pdf', pages: 'tiles' })(product, board)
  let isDrawing = true
  const drawing = product.client.pictures.get(board, { format: 'svg', box: part }).finally(() => {
    isDrawing = false
  })
  // The large ones are being drawn by then.
  await delay(2_000)
  let longest = 0
  for (let drawn = 0; drawn < smallPictures && isDrawing; drawn += 1) {
    const sentAt = performance.now()
    await other.pictures.get(small, { format: 'png' })
    longest = Math.max(longest, performance.now() - sentAt)
  }
  await Promise.allSettled([large, drawing])
  return finding('a small picture of someone else, during a PDF and an SVG of it', 'ms', longest, { atMost: 3_000 })
}

/** The probe and the large pictures have the token of the first user. */
async function newPerson({ environment, port }: Product): Promise<Client> {
  const run = promisify(execFile)
  const env = { ...process.env, ...environment }
  const { commands } = programOf()
  const email = 'someone-else@example.com'
  await run(process.execPath, [commands, 'user', '--email', email, '--password', 'a long password of hers'], { env })
  const { stdout } = await run(process.execPath, [commands, 'token', '--email', email], { env })
  return connect({ url: `http://127.0.0.1:${port}`, token: stdout.trim(), timeoutMs: 300_000 })
}
