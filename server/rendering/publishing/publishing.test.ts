// Tests publishing and unpublishing through the API, and what visitors see.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { typesIn } from '../../testing/members.ts'
import { publish, unpublish, waitForPublishState } from '../../testing/publishing.ts'
import { pollUntil } from '../../testing/until.ts'
import { type World, world } from '../../testing/world.ts'

/** A visitor without an account. */
const anyone = ({ url }: World) => connect({ url, retries: 0 })

const propertiesOf = async ({ ann, board }: World) => (await ann.workspaces.get(board)).workspace.properties

const withoutAddresses = (objects: readonly object[]) =>
  objects.map(object => Object.fromEntries(Object.entries(object).filter(([name]) => !/url|pictures/i.test(name))))

test('[PUB-4] [PUB-5] [PUB-7] a published workspace is public, with its URL and the time of publication', async () => {
  const made = await world()
  const { ann, bob, board } = made
  await ann.workspaces.update(board, { name: 'Plans', description: 'for the year' })
  const { note } = await ann.notes.create(board, { text: 'first', x: -100, y: 40 })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 1, 20, 20] })
  await ann.canvases.create(board, { name: 'Area', x: 2_000, y: -500 })
  await bob.comments.create(board, 'notes', note.id, { text: 'between us' })
  await publish(made)
  const { published_at, published_url, publish_progress } = await propertiesOf(made)
  assert.equal(published_url, `${made.dependencies.config.publicUrl}/view/${board}`)
  assert.equal(publish_progress, null)
  const shown = await anyone(made).published.get(board)
  assert.deepEqual(
    [shown.uid, shown.name, shown.description, shown.published_at, shown.objects_count, shown.next_cursor !== null],
    [board, 'Plans', 'for the year', published_at, 3, true],
  )
  assert.deepEqual(shown.bounds, { x: -100, y: -500, width: 3_100, height: 1_000 })
  const rest = await anyone(made).published.get(board, { cursor: shown.next_cursor as string })
  const objects = [...shown.objects, ...rest.objects].sort((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(objects, (await ann.objects.list(board)).objects)
  assert.ok(!JSON.stringify([shown, rest]).includes('between us'), 'comments stay hidden')
})

test('[PUB-5] later changes are not shown until the workspace is published again, which replaces the snapshot atomically', async () => {
  const made = await world()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'before' })
  await publish(made)
  const first = await anyone(made).published.get(board)
  await ann.notes.update(board, note.id, { text: 'after' })
  await ann.notes.create(board, { text: 'another' })
  await ann.workspaces.update(board, { name: 'Renamed' })
  assert.deepEqual(await anyone(made).published.get(board), first)
  await publish(made)
  const second = await anyone(made).published.get(board)
  assert.deepEqual([second.name, second.objects_count], ['Renamed', 2])
  assert.deepEqual(withoutAddresses(second.objects), withoutAddresses((await ann.objects.list(board)).objects))
  await refused(anyone(made).published.get(board, { cursor: `${first.version}.0` }), 404, 'ResourceNotFound')
  const listSnapshots = () => made.dependencies.db.read.selectFrom('snapshots').select('id').execute()
  await pollUntil(listSnapshots, snapshots => snapshots.every(({ id }) => id !== first.version))
})

test('[PUB-3] [PUB-5] [PUB-7] [PUB-14] an unpublished workspace is hidden as soon as the response is sent', async () => {
  const made = await world()
  const { ann, board } = made
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
  await refused(anyone(made).published.get('x'.repeat(20)), 404, 'ResourceNotFound')
  await ann.notes.create(board, { text: 'seen' })
  await publish(made)
  await ann.workspaces.unpublish(board)
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
  await waitForPublishState(made, 'unpublished')
  const { published_at, published_url, publish_state_at } = await propertiesOf(made)
  assert.deepEqual([published_at, published_url, publish_state_at === ''], ['', '', false])
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
  await refused(ann.workspaces.unpublish(board), 400, 'BadRequest')
  assert.deepEqual(
    (await typesIn(made, board)).filter(type => type.startsWith('WORKSPACE_')),
    ['WORKSPACE_PUBLISH', 'WORKSPACE_UNPUBLISH'],
  )
})

test('[PUB-14] a deleted workspace is not shown, and a restored one is', async () => {
  const made = await world()
  const { ann, board } = made
  await publish(made)
  await ann.workspaces.delete(board)
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
  await ann.workspaces.restore(board)
  assert.equal((await anyone(made).published.get(board)).objects_count, 0)
  await ann.workspaces.delete(board, { is_permanent: true })
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
})

test('[PUB-9] an empty workspace can be published', async () => {
  const made = await world()
  await publish(made)
  const { objects_count, bounds, objects, pages, next_cursor } = await anyone(made).published.get(made.board)
  assert.deepEqual([objects_count, bounds, objects, pages, next_cursor], [0, null, [], [], null])
})

test('[PUB-9] objects come in pages by position, and a box selects those that touch it', async () => {
  const made = await world()
  const { ann, board } = made
  const positions = Array.from({ length: 1_500 }, (_, index) => ({
    x: (index % 50) * 1_000,
    y: Math.floor(index / 50) * 1_000,
  }))
  for (const half of [positions.slice(0, 750), positions.slice(750)])
    await ann.objects.change(board, {
      changes: half.map(position => ({ op: 'create', kind: 'note', data: { text: 'n', ...position } }) as const),
    })
  await publish(made)
  const first = await anyone(made).published.get(board)
  const pages = first.pages ?? []
  assert.ok(pages.length > 2 && pages.every(({ objects_count }) => objects_count <= 500))
  const ids = new Set<string>()
  for (const { cursor, bounds, objects_count } of pages) {
    const { objects, pages: again } = await anyone(made).published.get(board, { cursor })
    assert.deepEqual([objects.length, again], [objects_count, undefined])
    for (const object of objects) {
      const { id, x, y } = object as { id: string; x: number; y: number }
      ids.add(id)
      assert.ok(x >= bounds.x && y >= bounds.y && x <= bounds.x + bounds.width && y <= bounds.y + bounds.height)
    }
  }
  assert.equal(ids.size, 1_500)
  const box = '0,0,2500,1200'
  const near = await anyone(made).published.get(board, { box })
  assert.ok((near.pages?.length ?? 0) < pages.length)
  const touching = await ann.objects.list(board, { box })
  assert.deepEqual(near.objects, touching.objects)
})

test('[PUB-9] a request with an object id gets the page with that object, and 404 for an object that was not published', async () => {
  const made = await world()
  const { ann, board } = made
  const notes = Array.from(
    { length: 750 },
    (_, x) => ({ op: 'create', kind: 'note', data: { text: 'n', x: x * 100 } }) as const,
  )
  await ann.objects.change(board, { changes: notes })
  await publish(made)
  const get = (query: object) => anyone(made).published.get(board, query)
  const { pages = [] } = await get({})
  assert.ok(pages.length > 1)
  for (const { cursor } of pages) {
    const page = await get({ cursor })
    const { id } = page.objects.at(-1) as { id: string }
    assert.deepEqual(await get({ object: id }), page)
  }
  const { note } = await ann.notes.create(board, { text: 'later' })
  await refused(get({ object: note.id }), 404, 'ResourceNotFound')
  await refused(get({ object: '%' }), 400, 'BadRequest', 'object')
})

test('[PUB-10] a response that the caller already has is not sent again', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'seen'.repeat(1_000) })
  await publish(made)
  const path = `/api/published/${made.board}`
  const first = await made.send(path)
  const etag = first.headers.get('etag') as string
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  const again = await made.send(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  await publish(made)
  assert.equal((await made.send(path, { headers: { 'if-none-match': etag } })).status, 200)
  await unpublish(made)
  assert.equal((await made.send(path, { headers: { 'if-none-match': etag } })).status, 404)
})

test('[PUB-6] the publisher is mailed the link', async () => {
  const made = await world()
  await publish(made)
  const mail = await made.mail.mailTo(made.ann.email, /is published/)
  assert.equal(mail.subject, 'Board is published')
  assert.ok(mail.links.includes(`${made.dependencies.config.publicUrl}/view/${made.board}`))
})
