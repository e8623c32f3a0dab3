// The order in which boards are drawn: three people of two organizations and a reader of a published board. The drawings
// run until the test ends them.

import assert from 'node:assert/strict'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Problem } from '@tessera/contract'
import { removeFolder } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { type DrawingLane, openDrawingQueue, type Requester } from './drawing-queue.ts'

const requesters: Record<string, Requester> = {
  ann: { person: 1, organization: 1 },
  bob: { person: 2, organization: 1 },
  eve: { person: 3, organization: 2 },
  reader: { visitor: '192.0.2.1' },
  other: { visitor: '192.0.2.2' },
}

const closers: (() => Promise<void>)[] = []
after(() => Promise.all(closers.map(close => close())))

async function openNode(places = 1) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'drawing-')))
  const queue = openDrawingQueue({ folder, places, closing: new AbortController().signal })
  closers.push(async () => {
    queue.close()
    await removeFolder(folder)
  })
  const drawn: string[] = []
  const ends = new Map<string, () => void>()
  const request = (who: string, name: string, lane: DrawingLane = 'large', signal?: AbortSignal) => {
    const requester = requesters[who] as Requester
    const work = () => {
      drawn.push(name)
      return new Promise<void>(resolve => ends.set(name, resolve))
    }
    const asked = queue.inTurn(requester, () => queue.use({ lane, requester, signal }, work), signal)
    asked.catch(() => {})
    return asked
  }
  const isDrawing = (name: string) => until(async () => ends.has(name))
  /** Ends the drawings one after the other, as they begin. */
  const endAll = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const name = await until(async () => drawn[index])
      await isDrawing(name)
      ends.get(name)?.()
    }
    return drawn
  }
  return { request, drawn, isDrawing, endAll, end: (name: string) => ends.get(name)?.() }
}

async function askAll({ request, isDrawing }: Awaited<ReturnType<typeof openNode>>): Promise<void> {
  request('reader', 'reader 1')
  await isDrawing('reader 1')
  for (const number of [2, 3]) request('reader', `reader ${number}`)
  request('other', 'other 1')
  for (const who of ['ann', 'bob', 'eve']) for (const number of [1, 2, 3]) request(who, `${who} ${number}`)
}

const count = 13

/** Eve, alone in her organization, waits for two others at most, and all three before the visitors who wait. */
function assertFair(drawn: readonly string[]): void {
  for (const number of [1, 2, 3]) {
    const place = drawn.indexOf(`eve ${number}`)
    assert.ok(place > 0 && place <= 3 * number, drawn.join())
    for (const who of ['ann', 'bob']) assert.ok(drawn.indexOf(`${who} ${number}`) <= 3 * number + 1, drawn.join())
  }
  assert.equal(drawn[0], 'reader 1')
  assert.deepEqual(drawn.slice(10), ['other 1', 'reader 2', 'reader 3'])
}

test('[LIM-24] organizations take turns, within them people, and visitors come last', async () => {
  const node = await openNode()
  await askAll(node)
  assertFair(await node.endAll(count))
})

test('[LIM-24] the same holds on each of two nodes, however much waits on the other', async () => {
  const [one, other] = [await openNode(), await openNode()]
  await askAll(one)
  await askAll(other)
  assertFair(await other.endAll(count))
  assert.deepEqual(one.drawn, ['reader 1'])
  assertFair(await one.endAll(count))
})

test('[LIM-24] a small picture waits neither for large ones nor for exports', async () => {
  const node = await openNode()
  node.request('ann', 'large')
  node.request('bob', 'export', 'exports')
  node.request('reader', 'large of a visitor')
  await node.isDrawing('large')
  await node.isDrawing('export')
  node.request('eve', 'small', 'small')
  await node.isDrawing('small')
  assert.ok(!node.drawn.includes('large of a visitor'))
})

test('[LIM-24] with two places, neither one organization nor visitors take both', async () => {
  const node = await openNode(2)
  for (const who of ['reader', 'other']) node.request(who, who)
  node.request('ann', 'ann')
  node.request('bob', 'bob')
  await Promise.all([node.isDrawing('reader'), node.isDrawing('ann')])
  assert.deepEqual(node.drawn.toSorted(), ['ann', 'reader'])
  node.end('reader')
  await node.isDrawing('other')
  node.request('eve', 'eve')
  node.end('other')
  await node.isDrawing('eve')
  assert.ok(!node.drawn.includes('bob'))
})

test('[LIM-24] too many that wait are a 503 with Retry-After, and those of members do not count visitors', async () => {
  const node = await openNode()
  node.request('ann', 'first')
  await node.isDrawing('first')
  for (let number = 0; number < 100; number += 1) {
    requesters[`visitor ${number}`] ??= { visitor: `198.51.100.${number}` }
    node.request(`visitor ${number}`, `visitor ${number}`)
  }
  const refused = await node.request('reader', 'refused').catch((error: Problem) => error)
  assert.deepEqual([refused?.code, refused?.retryAfterSeconds], ['ServiceUnavailable', 10])
  node.request('eve', 'eve')
  node.end('first')
  await node.isDrawing('eve')
})

test('[PIC-46] a picture that no client waits for leaves the queue', async () => {
  const node = await openNode()
  node.request('ann', 'first')
  await node.isDrawing('first')
  const leaving = new AbortController()
  const left = node.request('eve', 'left', 'large', leaving.signal)
  node.request('bob', 'bob')
  leaving.abort(new Error('left'))
  await assert.rejects(left, /left/)
  node.end('first')
  await node.isDrawing('bob')
  assert.deepEqual(node.drawn, ['first', 'bob'])
})
