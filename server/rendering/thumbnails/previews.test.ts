// Tests previews of whole boards, requested from the server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { fillBoard } from '../../testing/large-board.ts'
import { publish, unpublish } from '../../testing/publishing.ts'
import { type World, world } from '../../testing/world.ts'

async function pictureAt(made: World, path: string) {
  const reply = await made.send(path)
  assert.equal(reply.status, 200)
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) =>
    data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 3).toString('hex')
  return { type: reply.headers.get('content-type'), width: info.width, height: info.height, colorAt, reply }
}

test('[PUB-16] the link preview of a published board shows it, until it is unpublished', async () => {
  const made = await world()
  const { ann, board } = made
  await ann.notes.create(board, { text: '', backgroundColor: 'Gold' })
  await publish(made)
  const path = `/view/${board}/preview.png`
  const { type, width, height, colorAt, reply } = await pictureAt(made, path)
  assert.deepEqual([type, width, height], ['image/png', 1_200, 630])
  assert.equal(colorAt(600, 315), 'f6c967', 'the note is in the middle')
  assert.equal(colorAt(5, 5), 'f4f5f7', 'on the board')
  const etag = reply.headers.get('etag') as string
  assert.equal((await made.send(path, { headers: { 'if-none-match': etag } })).status, 304)
  await unpublish(made)
  assert.equal((await made.send(path)).status, 404)
})

test('[PUB-16] the preview shows shapes, connectors, rotation and the stacking order', async () => {
  const made = await world()
  const { ann, board } = made
  const shape = { width: 400, height: 400, borderWidth: 0 }
  const { results } = await ann.objects.change(board, {
    changes: [
      { op: 'create', kind: 'shape', ref: 'a', data: { ...shape, fill: '#ff0000' } },
      { op: 'create', kind: 'shape', data: { ...shape, fill: '#0000ff' } },
      { op: 'create', kind: 'shape', ref: 'c', data: { ...shape, x: 1_600, fill: '#00ff00', form: 'diamond' } },
      { op: 'create', kind: 'connector', data: { from: { id: { ref: 'a' } }, to: { id: { ref: 'c' } }, width: 40 } },
      { op: 'order', ids: [{ ref: 'a' }], to: 'front' },
      { op: 'update', id: { ref: 'c' }, data: { rotation: 45 } },
    ] as never,
  })
  assert.equal(results.length, 6)
  await publish(made)
  const { width, height, colorAt } = await pictureAt(made, `/view/${board}/overview-light.webp`)
  const zoom = width / 2_000
  const isNear = (x: number, y: number, color: string) => {
    const found = colorAt(Math.round(x * zoom), Math.round(y * zoom + (height - 400 * zoom) / 2))
    const parts = (text: string) => [0, 2, 4].map(at => Number.parseInt(text.slice(at, at + 2), 16))
    const [one, other] = [parts(found), parts(color)]
    assert.ok(
      one.every((part, index) => Math.abs(part - (other[index] as number)) < 48),
      `${found} at ${x}, ${y}`,
    )
  }
  isNear(200, 200, 'ff0000')
  isNear(900, 200, '1f2937')
  isNear(1_800, 200, '00ff00')
  isNear(1_690, 90, '00ff00')
})

test('[PUB-16] an empty board has a preview too, and an unknown one has none', async () => {
  const made = await world()
  await publish(made)
  assert.equal((await pictureAt(made, `/view/${made.board}/preview.png`)).width, 1_200)
  assert.equal((await made.send(`/view/${'x'.repeat(20)}/preview.png`)).status, 404)
})

test('[PUB-16] a large board is drawn to its edges, light and dark', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { id } = (await ann.workspaces.get(board)).workspace.properties
  await fillBoard(dependencies.db, id, { count: 16_000, textLength: 20 })
  await publish(made)
  for (const theme of ['light', 'dark']) {
    const { type, width, height, colorAt } = await pictureAt(made, `/view/${board}/overview-${theme}.webp`)
    assert.deepEqual([type, width], ['image/webp', 2_048])
    // The board has 400 columns 600 apart, and 40 rows 400 apart.
    assert.equal(height, Math.round((2_048 * (39 * 400 + 320)) / (399 * 600 + 560)))
    assert.match(colorAt(width - 3, height - 3), /^[ef]/, 'the last note')
  }
})

test('[WSP-18] a reader gets a thumbnail of the workspace, which follows its changes', async () => {
  const made = await world()
  const { ann, vic, board, dependencies } = made
  const addressFor = async (person: typeof ann) =>
    (await person.workspaces.get(board)).workspace.properties.thumbnail_url.replace(dependencies.config.publicUrl, '')
  assert.equal(await addressFor(vic), '')
  await ann.notes.create(board, { text: '', backgroundColor: 'Gold' })
  const address = await addressFor(vic)
  const { type, width, height, colorAt } = await pictureAt(made, address)
  assert.deepEqual([type, width, height], ['image/webp', 480, 300])
  assert.match(colorAt(240, 150), /^f[0-9a-f]c[0-9a-f]6[0-9a-f]$/)
  assert.equal((await made.send(`${address}&theme=dark`)).status, 200)
  assert.equal((await made.send(address.replace(/signature=.{5}/, 'signature=AAAAA'))).status, 404)
  assert.equal((await made.send(address.replace(board, 'x'.repeat(20)))).status, 404)
  await ann.notes.create(board, { text: 'another' })
  assert.notEqual(await addressFor(vic), address)
})
