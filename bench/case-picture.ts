// Pictures of boards: the time of a PNG compared with a bare program that draws the same scene with the same library,
// the processor time of a large board, and how much ten concurrent pictures delay writers. Needs Linux.

import { get } from 'node:http'
import type { AnyObject } from '@tessera/client'
import { kinds } from '@tessera/contract'
import type { Fields } from '@tessera/contract/kind'
import { type Box, bounds, boxAround, type Drawable } from '@tessera/drawing'
import { paint } from '@tessera/drawing/testing/paint'
import { sampleBoard } from '@tessera/drawing/testing/sample-objects'
import type { Benchmark } from './benchmark.ts'
import { mixedScene } from './canvas-scene.ts'
import { createRequest } from './case-create.ts'
import { connections, spreadOf } from './measure.ts'
import { totalCpuSeconds } from './process-tree.ts'
import { newWorkspace, type Product, startProduct } from './product.ts'

const perRound = 10

export const pictureOfSample: Benchmark = {
  group: 'picture',
  name: 'picture-sample',
  title: 'PNG of the sample board, 2,000 pixels wide, SQLite',
  async run({ pace, postgresUrl }) {
    const product = await startProduct('sqlite', await postgresUrl())
    try {
      const board = await fill(product, sampleBoard())
      const objects: AnyObject[] = await Array.fromAsync(product.client.objects.list.all(board))
      const draw = async () => void (await product.client.pictures.get(board, { width: 2_000, padding: 0 }))
      const bare = () => drawBare(objects as unknown as Drawable[], 2_000)
      for (let count = 0; count < perRound; count++) await Promise.all([draw(), bare()])
      const rounds: { tessera: number; bare: number }[] = []
      for (let round = 0; round < pace.rounds; round++)
        rounds.push({ tessera: await medianMs(draw), bare: await medianMs(bare) })
      return {
        sides: [],
        findings: [
          { what: 'p50', unit: 'ms', ...spreadOf(rounds.map(({ tessera }) => tessera)) },
          {
            ...{ what: 'p50, of a bare program', unit: '×', atMost: 3 },
            ...spreadOf(rounds.map(({ tessera, bare: least }) => tessera / least)),
          },
        ],
      }
    } finally {
      await product.drop()
    }
  },
}

export const pictureOfLargeBoard: Benchmark = {
  group: 'picture',
  name: 'picture-large',
  title: 'PNG of 10,000 objects, 4,000 pixels wide, SQLite',
  async run({ pace, postgresUrl }) {
    const product = await startProduct('sqlite', await postgresUrl())
    try {
      const board = await fill(product, mixedScene().objects)
      const draw = () => product.client.pictures.get(board, { width: 4_000 })
      await draw()
      const seconds: number[] = []
      for (let round = 0; round < pace.rounds; round++) {
        const before = await totalCpuSeconds(product)
        await draw()
        seconds.push((await totalCpuSeconds(product)) - before)
      }
      const what = 'processor time of the server and its child processes'
      return { sides: [], findings: [{ what, unit: 's', ...spreadOf(seconds), atMost: 2 }] }
    } finally {
      await product.drop()
    }
  },
}

const callers = 10

export const picturesWhileWriting: Benchmark = {
  group: 'picture',
  name: 'picture-load',
  title: `Create a note while ${callers} pictures are being drawn, SQLite`,
  async run({ pace, postgresUrl }) {
    const product = await startProduct('sqlite', await postgresUrl())
    try {
      const board = await fill(product, mixedScene().objects.slice(0, 2_000))
      await publish(product, board)
      const requests = [await createRequest(product)]
      const p99 = async () =>
        (await pace.generator.send({ port: product.port, requests, connections, seconds: pace.seconds })).p99Ms
      await p99()
      const ratios: number[] = []
      for (let round = 0; round < pace.rounds; round++) {
        const alone = await p99()
        const stop = keepDrawing(product, board)
        ratios.push((await p99()) / alone)
        await stop()
      }
      const what = 'p99, of the same without pictures'
      return { sides: [], findings: [{ what, unit: '×', ...spreadOf(ratios), atMost: 1.5 }] }
    } finally {
      await product.drop()
    }
  },
}

/** Each caller has a different address, because the pictures of one caller are drawn one after the other. */
function keepDrawing({ port }: Product, board: string): () => Promise<void> {
  let isStopped = false
  const path = `/api/published/${board}/picture?width=2000`
  const drawOnce = (localAddress: string) =>
    new Promise<void>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, localAddress }, reply => {
        if (reply.statusCode !== 200) return reject(new Error(`the picture was refused with ${reply.statusCode}`))
        reply.on('end', resolve).resume()
      })
      request.on('error', reject)
    })
  const running = Array.from({ length: callers }, async (_, index) => {
    while (!isStopped) await drawOnce(`127.0.0.${index + 2}`)
  })
  return async () => {
    isStopped = true
    await Promise.all(running)
  }
}

async function publish({ client }: Product, board: string): Promise<void> {
  await client.workspaces.publish(board)
  while ((await client.workspaces.get(board)).workspace.properties.publish_state !== 'published')
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** A workspace with these objects, except for files and strokes on objects. */
async function fill(product: Product, objects: readonly Drawable[]): Promise<string> {
  const board = await newWorkspace(product, 'Drawn')
  const changes = objects.flatMap(object => {
    const isOnObject = 'targetId' in object && object.targetId !== null
    if (kinds[object.kind].upload || isOnObject) return []
    return [{ op: 'create' as const, kind: object.kind, data: dataOf(object) }]
  })
  for (let from = 0; from < changes.length; from += 1_000)
    await product.client.objects.change(board, { changes: changes.slice(from, from + 1_000) as never })
  return board
}

function dataOf(object: Drawable): Record<string, unknown> {
  const fields: Fields = kinds[object.kind].fields
  const given = Object.entries(object).filter(([name]) => (fields[name]?.onCreate ?? 'never') !== 'never')
  return { ...Object.fromEntries(given), ...('brushType' in object && { brushSize: object.size }) }
}

async function medianMs(run: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < perRound; count++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return spreadOf(times).median
}

/** The minimum that a program with this library can do: the objects are in memory, and the PNG stays there. */
async function drawBare(objects: readonly Drawable[], width: number): Promise<void> {
  const box = boxAround(objects.map(object => bounds(object))) as Box
  const zoom = width / box.width
  const camera = { x: box.x, y: box.y, zoom }
  const canvas = paint(objects, { camera, width, height: Math.round(box.height * zoom), background: 'plain' })
  await canvas.encode('png')
}
