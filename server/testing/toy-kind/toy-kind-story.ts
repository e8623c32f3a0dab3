// The life of an object whose kind was added to the tables only: REST, live, events, comments, strokes, delete with its
// host, restore, copy, publish, OpenAPI and drawing. Runs in a process of its own, started by toy-kind.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoardObject, type Change, openLive } from '@tessera/client'
import { until } from '@tessera/client/testing/until'
import { listCausableEvents } from '@tessera/contract'
import { bounds, type Drawable } from '@tessera/drawing'
import { colorAt, paint } from '@tessera/drawing/testing/paint'
import { openApiDocument } from '../../api/descriptions/openapi.ts'
import { publish } from '../publishing.ts'
import { world } from '../world.ts'

interface Toy {
  readonly id: string
  readonly version: number
  readonly label: string
  readonly fill: string
  readonly hostId: string | null
  readonly hostType: string | null
}

interface Toys<Name extends string, Path extends string> {
  create(board: string, data: object): Promise<{ [K in Name]: Toy }>
  update(board: string, id: string, data: object): Promise<{ [K in Name]: Toy }>
  list(board: string): Promise<{ [K in Path]: Toy[] } & { total: number }>
}

interface ToyClient {
  readonly stickers: Toys<'sticker', 'stickers'>
  readonly badges: Toys<'badge', 'badges'>
}

const change = (one: object) => one as Change

test('a kind that is added to the tables works everywhere', async t => {
  const { ann, board, url } = await world()
  const { stickers, badges } = ann as unknown as ToyClient

  const { sticker } = await stickers.create(board, { label: ' star ', fill: '#f80c' })
  assert.deepEqual([sticker.label, sticker.fill], ['star', '#f80c'])
  await assert.rejects(stickers.create(board, { label: 'x', fill: '#f80cc' }), { code: 'BadRequest' })
  assert.equal((await stickers.update(board, sticker.id, { label: 'moon' })).sticker.version, 2)
  const { badge } = await badges.create(board, { label: 'new', hostId: sticker.id })
  assert.deepEqual([badge.hostId, badge.hostType], [sticker.id, 'sticker'])
  await assert.rejects(badges.create(board, { label: 'x', hostId: badge.id }), { code: 'BadRequest' })
  await ann.comments.create(board, 'stickers', sticker.id, { text: 'nice' })
  await ann.strokes.createOn(board, 'stickers', sticker.id, { points: [1, 1, 9, 9] })

  const live = openLive({ url, workspaceId: board, token: () => ann.token })
  t.after(() => live.close())
  await until(() => live.state === 'live')
  const pending = live.change([
    change({ op: 'create', kind: 'sticker', data: { label: 'live' } }),
    change({ op: 'create', kind: 'badge', data: { label: 'live', hostId: sticker.id } }),
  ])
  assert.equal((live.get(pending.ids[0] as string) as unknown as Toy).fill, '#ff8800')
  assert.equal((live.get(pending.ids[1] as string) as unknown as Toy).hostType, 'sticker')
  await pending.results
  assert.equal((await badges.list(board)).total, 2)

  const deleted = live.change([change({ op: 'delete', id: sticker.id })])
  assert.equal(live.get(badge.id), undefined, 'hidden with its host at once')
  await deleted.results
  assert.equal((await badges.list(board)).total, 0, 'deleted with their host')
  await live.change([change({ op: 'restore', id: sticker.id })]).results
  await until(() => live.get(badge.id) !== undefined)
  assert.equal((await badges.list(board)).total, 2, 'restored with it')

  const { events } = await ann.events.list(board)
  const types = new Set(events.map(event => event.type))
  for (const type of ['STICKER_CREATE', 'STICKER_UPDATE', 'STICKER_DELETE']) {
    assert.ok(types.has(type) && listCausableEvents().includes(type), type)
  }

  const { workspace } = await ann.workspaces.copy(board)
  const hosts = (await stickers.list(workspace.uid)).stickers.map(one => one.id)
  const copies = (await badges.list(workspace.uid)).badges
  assert.ok(
    copies.length === 2 && copies.every(one => hosts.includes(one.hostId ?? '')),
    'they refer to the copied host',
  )

  await publish({ ann, board })
  assert.equal((await ann.published.get(board)).objects.filter(one => (one.kind as string) === 'sticker').length, 2)

  const object = { ...(live.get(sticker.id) as BoardObject), fill: '#08f8' } as unknown as Drawable
  assert.deepEqual(bounds(object), { x: 0, y: 0, width: 100, height: 100 })
  assert.match(colorAt(paint([object]), 50, 50), /^#0[0-9a-f]8[0-9a-f]f[0-9a-f] 136$/)

  assert.match(JSON.stringify(openApiDocument()), /stickers\.create/)
})
