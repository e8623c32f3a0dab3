// How long others wait while one person sends the most expensive changes and reads of a board that the limits allow. Each
// runs three times: the median of the longest wait counts, and the longest turn of the server's event loop.

import { setTimeout as delay } from 'node:timers/promises'
import type { ListedChange } from '@tessera/contract'
import type { Finding } from './benchmark.ts'
import { finding } from './case-capacity.ts'
import { spreadOf } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'
import { startWaitProbe, type WaitProbe } from './wait-probe.ts'

const rounds = 3
const longestWaitMs = 300
const longestTurnMs = 100
const settleMs = 300

/** Prepares a board and returns what is measured. */
type Prepare = (product: Product) => Promise<() => Promise<unknown>>

const rows: Readonly<Record<string, Prepare>> = {
  'one second of nothing': async () => () => delay(1_000),
  '100 moves of a note with 4,000 connectors': product => moves(product, 4_000, 100),
  '1,000 moves of a note with 5,000 connectors': product => moves(product, 5_000, 1_000),
  'deleting a note with 5,000 connectors': async product => {
    const { board, hub } = await star(product, 5_000)
    return () => product.client.notes.delete(board, hub)
  },
  'the graph of 5,000 connectors': async product => {
    const { board } = await star(product, 5_000)
    return () => product.client.objects.graph(board)
  },
  'arrange 500 objects with 5,000 connectors': async product => {
    const { board, notes } = await mesh(product, 500, 5_000)
    return () => arrange(product, board, notes)
  },
  'a live change of 1,000': async product => {
    const board = await newWorkspace(product, 'Live')
    const send = await openSocket(product, board)
    return () => send(Array.from({ length: 1_000 }, (_, index) => newNote(index, `Note ${index}`)))
  },
  '100 texts full of marks': async product => {
    const board = await newWorkspace(product, 'Marks')
    const changes = Array.from({ length: 100 }, (_, index) => newText(index, '**a*_'.repeat(2_000)))
    return () => product.client.objects.change(board, { changes })
  },
}

export async function measureWrites(product: Product): Promise<Finding[]> {
  const probe = await startWaitProbe(product)
  const findings: Finding[] = []
  try {
    for (const [name, prepare] of Object.entries(rows))
      findings.push(...(await measureRow(product, probe, name, prepare)))
  } finally {
    await probe.stop()
  }
  return findings
}

async function measureRow(product: Product, probe: WaitProbe, name: string, prepare: Prepare): Promise<Finding[]> {
  const [waits, turns, seconds] = [[] as number[], [] as number[], [] as number[]]
  for (let round = 0; round < rounds; round++) {
    const run = await prepare(product)
    // Processing that follows the preparation does not count.
    await delay(settleMs)
    await longestTurn(product)
    const startedAt = performance.now()
    const { health, write } = await probe.during(run)
    seconds.push((performance.now() - startedAt) / 1_000)
    await delay(settleMs)
    waits.push(Math.max(health, write))
    turns.push(await longestTurn(product))
  }
  const duration = spreadOf(seconds).median.toFixed(1)
  return [
    { ...finding(`${name} (${duration} s): the wait of others`, 'ms', 0), ...spreadOf(waits), atMost: longestWaitMs },
    { ...finding(`${name}: a turn of the event loop`, 'ms', 0), ...spreadOf(turns), atMost: longestTurnMs },
  ]
}

/** In milliseconds, since the last call. */
const longestTurn = async ({ metric }: Product) => (await metric('nodejs_eventloop_delay_max_seconds')) * 1_000

async function moves(product: Product, connectors: number, count: number): Promise<() => Promise<unknown>> {
  const { board, hub } = await star(product, connectors)
  const changes = Array.from({ length: count }, (_, index) => ({
    op: 'update' as const,
    id: hub,
    data: { x: 10 * (index + 1) },
  }))
  return () => product.client.objects.change(board, { changes })
}

/** One note with this many connectors. They are imported, because at most 1,000 can be attached one by one. */
async function star(product: Product, connectors: number): Promise<{ board: string; hub: string }> {
  const spokes = 50
  const ends = Array.from({ length: connectors }, (_, index) => [0, 1 + (index % spokes)] as const)
  const { board, notes } = await importBoard(product, spokes + 1, ends)
  return { board, hub: notes[0] as string }
}

/** The same every time, and each note has few connectors. */
const mesh = (product: Product, notes: number, connectors: number) =>
  importBoard(
    product,
    notes,
    Array.from({ length: connectors }, (_, index) => {
      const from = index % notes
      return [from, (from + 1 + ((index * 7_919) % (notes - 1))) % notes] as const
    }),
  )

async function importBoard(
  product: Product,
  count: number,
  ends: readonly (readonly [number, number])[],
): Promise<{ board: string; notes: readonly string[] }> {
  const { client } = product
  const board = await newWorkspace(product, 'Imported')
  const nodes = Array.from({ length: count }, (_, index) => {
    const tessera = { kind: 'note', rank: index, data: {} }
    const at = { x: (index % 30) * 600, y: Math.floor(index / 30) * 400 }
    return { id: `n${index}`, type: 'text', text: `Note ${index}`, ...at, width: 560, height: 320, tessera }
  })
  const edges = ends.map(([from, to], index) => ({ id: `e${index}`, fromNode: `n${from}`, toNode: `n${to}` }))
  const file = new Blob([JSON.stringify({ nodes, edges })])
  const { import: started } = await client.imports.create(board, { file: { data: file, name: 'board.canvas' } })
  for (;;) {
    const { state, error } = (await client.imports.get(board, started.id)).import
    if (state === 'failed') throw new Error(`the import failed: ${error}`)
    if (state === 'done') break
    await delay(50)
  }
  const notes: { id: string; text: string }[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.objects.list(board, { kind: 'note', ...(cursor ? { cursor } : {}) })
    notes.push(...(page.objects as { id: string; text: string }[]))
    cursor = page.next_cursor
  }
  const byNumber = new Map(notes.map(({ id, text }) => [text, id]))
  return { board, notes: Array.from({ length: count }, (_, index) => byNumber.get(`Note ${index}`) as string) }
}

async function arrange(product: Product, board: string, ids: readonly string[]): Promise<void> {
  const call = { name: 'arrange', arguments: { workspace_id: board, layout: 'flow', ids, dry_run: true } }
  const reply = await fetch(`http://127.0.0.1:${product.port}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  const text = await reply.text()
  if (!reply.ok || !text.includes('objects change')) throw new Error(`arrange failed: ${text.slice(0, 500)}`)
}

type Send = (changes: readonly ListedChange[]) => Promise<void>

async function openSocket(product: Product, board: string): Promise<Send> {
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/api/workspaces/${board}/live`)
  const waiting = new Map<string, () => void>()
  socket.addEventListener('message', ({ data }) => {
    const { type, id } = JSON.parse(String(data)) as { type: string; id?: string }
    const name = id ?? type
    waiting.get(name)?.()
    waiting.delete(name)
  })
  const until = (name: string) => new Promise<void>(resolve => waiting.set(name, resolve))
  await new Promise(resolve => socket.addEventListener('open', resolve))
  const welcomed = until('welcome')
  socket.send(JSON.stringify({ type: 'hello', token: product.token }))
  await welcomed
  return async changes => {
    const done = until('changes')
    socket.send(JSON.stringify({ type: 'change', id: 'changes', changes }))
    await done
    socket.close()
  }
}

const newNote = (index: number, text: string): ListedChange => ({
  op: 'create',
  kind: 'note',
  data: { text, x: (index % 40) * 600, y: Math.floor(index / 40) * 400 },
})

/** Its size follows from its content, so that the marks are read. */
const newText = (index: number, text: string): ListedChange => ({
  op: 'create',
  kind: 'text',
  data: { text, x: 0, y: index * 200 },
})
