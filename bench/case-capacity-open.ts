// Opening a board of 100,000 objects while others work on another one: how much later they get their changes.

import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { newLargeBoard } from './large-board.ts'
import { newBoards } from './live-boards.ts'
import { runLiveLoad } from './live-load.ts'
import { spreadOf } from './measure.ts'
import { type Engine, engineNames, type Product, startProduct } from './product.ts'

const objectCount = 100_000
/** Longer than the server caches a board that it has read. */
const betweenOpeningsMs = 6_000

const openOn = (engine: Engine): Benchmark => ({
  group: 'capacity',
  name: `open-${engine}`,
  title: `Opening a board of 100,000 objects while others work, ${engineNames[engine]}`,
  async run(bench) {
    const product = await startProduct(engine, await bench.postgresUrl())
    try {
      const board = await newLargeBoard(product, objectCount)
      const connections = await newBoards(product)({ rooms: 4, perRoom: 5 })
      const load = { port: product.port, dialect: 'tessera-changes', connections, writers: 20, perSecond: 5 } as const
      const measure = () => runLiveLoad({ ...load, seconds: bench.pace.seconds }, product.cpuMicros)
      await measure()
      const ratios: number[] = []
      const opened: number[] = []
      for (let round = 0; round < bench.pace.rounds; round++) {
        const alone = await measure()
        const stop = new AbortController()
        const opening = openRepeatedly(product, board, stop.signal)
        const together = await measure()
        stop.abort()
        opened.push(...(await opening))
        ratios.push(together.p99Ms / alone.p99Ms)
      }
      return {
        sides: [],
        findings: [
          { what: 'p99 of the others, of when nobody opens it', unit: '×', ...spreadOf(ratios), atMost: 2 },
          { what: 'until the board is there', unit: 's', ...spreadOf(opened) },
        ],
      }
    } finally {
      await product.drop()
    }
  },
})

export const openLargeBoard: readonly Benchmark[] = [openOn('sqlite'), openOn('postgres')]

/** Returns how many seconds each opening took. */
async function openRepeatedly(product: Product, board: string, signal: AbortSignal): Promise<number[]> {
  const seconds: number[] = []
  do {
    const startedAt = performance.now()
    await openOnce(product, board)
    seconds.push((performance.now() - startedAt) / 1_000)
    await delay(betweenOpeningsMs, undefined, { signal }).catch(() => {})
  } while (!signal.aborted)
  return seconds
}

/** Waits for the last part of the snapshot. The parts are not parsed, to leave the processor to the server. */
function openOnce({ port, token }: Product, board: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/workspaces/${board}/live`)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token, after: null }))
    socket.onmessage = ({ data }) => {
      if (!String(data).endsWith('"more":false}')) return
      socket.onclose = null
      socket.close()
      resolve()
    }
    socket.onclose = ({ reason }) => reject(new Error(`closed before the board was there: ${reason}`))
  })
}
