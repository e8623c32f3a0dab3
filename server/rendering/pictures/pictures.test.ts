// Tests pictures over the API: their content, their limits and errors, and access.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { publish, unpublish } from '../../testing/publishing.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { until } from '../../testing/until.ts'
import { type Person, type World, world } from '../../testing/world.ts'

interface DecodedPicture {
  readonly width: number
  readonly height: number
  readonly colorAt: (x: number, y: number) => string
}

async function drawn(response: Response): Promise<DecodedPicture> {
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, bytes.toString('utf8', 0, 300))
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) =>
    data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4).toString('hex')
  return { width: info.width, height: info.height, colorAt }
}

async function problem(response: Response): Promise<{ status: number; code: string; message: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return { status: response.status, code: error.code, message: error.message }
}

const flat = { borderWidth: 0, width: 100, height: 100 }

describe('pictures', () => {
  let made: World
  let ids: Record<'red' | 'blue' | 'canvas' | 'link' | 'stroke', string>
  const picture = (query = '', as: Person | null = made.ann) =>
    made.send(`/api/workspaces/${made.board}/picture${query && `?${query}`}`, as ? { as } : {})
  before(async () => {
    made = await world()
    const { ann, board } = made
    const { shape: red } = await ann.shapes.create(board, { ...flat, fill: '#ff0000' })
    const { shape: blue } = await ann.shapes.create(board, { ...flat, x: 300, fill: '#0000ff' })
    const { canvas } = await ann.canvases.create(board, { name: 'Plan', x: 250, y: -50, width: 200, height: 200 })
    const { connector } = await ann.connectors.create(board, {
      from: { id: red.id, anchor: 'right' },
      to: { id: blue.id, anchor: 'left' },
      width: 10,
      endCap: 'none',
      color: '#1f2937',
    })
    const { stroke } = await ann.strokes.createOn(board, 'shapes', red.id, { points: [10, 50, 90, 50] })
    ids = { red: red.id, blue: blue.id, canvas: canvas.id, link: connector.id, stroke: stroke.id }
  })

  test('[PIC-48] marks number objects, beside their corner and inside the picture', async () => {
    const marks = `marks=${ids.blue},${'f'.repeat(24)},${ids.red}`
    const marked = await drawn(await picture(`${marks}&scale=2`))
    // The mark is 20 pixels high and lies 60 percent outside of its object, which begins at 32 + 300, 32 + 50.
    const mark = { x: 2 * (32 + 300) - 10, y: 2 * (32 + 50) - 2 }
    assert.equal(marked.colorAt(mark.x + 2, mark.y - 6), 'b5007dff')
    assert.notEqual((await drawn(await picture('scale=2'))).colorAt(mark.x + 2, mark.y - 6), 'b5007dff')
    const cut = await drawn(await picture(`${marks}&box=0,0,90,90&padding=0`))
    assert.equal(cut.colorAt(4, 10), 'b5007dff')
    assert.deepEqual(await problem(await picture(`${marks}&format=svg`)), {
      status: 400,
      code: 'BadRequest',
      message: 'marks is only for png and webp',
    })
    assert.equal((await problem(await picture('marks=1,2'))).status, 400)
  })

  test('[PIC-40] without a region the picture shows everything, with padding around it', async () => {
    const { width, height, colorAt } = await drawn(await picture())
    assert.deepEqual([width, height], [450 + 64, 200 + 64])
    assert.equal(colorAt(32 + 5, 32 + 50 + 5), 'ff0000ff')
    assert.equal(colorAt(32 + 350, 32 + 50 + 50), '0000ffff')
    assert.equal(colorAt(32 + 170, 32 + 50 + 50), '1f2937ff')
    assert.equal(colorAt(2, 2), 'f4f5f7ff')
  })

  test('[PIC-40] a box shows exactly that part, a canvas what lies on it, objects only themselves and their strokes', async () => {
    const box = await drawn(await picture('box=50,50,150,100&padding=0&background=transparent'))
    assert.deepEqual([box.width, box.height], [100, 50])
    assert.equal(box.colorAt(10, 30), 'ff0000ff')
    assert.equal(box.colorAt(80, 30), '00000000')

    const canvas = await drawn(await picture(`canvas=${ids.canvas}&padding=10&background=white`))
    assert.deepEqual([canvas.width, canvas.height], [220, 220])
    assert.equal(canvas.colorAt(110, 110), '0000ffff')

    const both = await drawn(await picture(`objects=${ids.red},${ids.blue}&padding=0&background=transparent`))
    assert.deepEqual([both.width, both.height], [400, 100])
    assert.equal(both.colorAt(200, 50), '00000000', 'no connector')
    assert.notEqual(both.colorAt(50, 50), 'ff0000ff', 'the stroke')
    assert.equal(both.colorAt(350, 50), '0000ffff')
    const linked = await drawn(await picture(`objects=${ids.red},${ids.blue},${ids.link}&padding=0`))
    assert.equal(linked.colorAt(200, 50), '1f2937ff')
  })

  test('[PIC-41] scale and width set the size, and a picture that is too large names what fits', async () => {
    const scaled = await drawn(await picture('scale=0.5&padding=0'))
    assert.deepEqual([scaled.width, scaled.height], [225, 100])
    const wide = await drawn(await picture('width=900&padding=0&format=webp'))
    assert.deepEqual([wide.width, wide.height], [900, 400])
    const { message } = await problem(await picture('box=0,0,10000,10000&padding=0'))
    assert.match(message, /largest scale that fits is 0\.8$/)
    assert.match((await problem(await picture('box=0,0,1000000,1000000'))).message, /request a part of the board/)
  })

  test('[PIC-42] an empty region, contradicting options and unknown objects are refused with a clear error', async () => {
    const unknown = 'f'.repeat(24)
    const cases: Record<string, [number, RegExp]> = {
      'box=5000,5000,5100,5100': [400, /no objects/],
      'box=0,0,0,100': [400, /^box must be/],
      'box=1,2,3': [400, /^box/],
      [`box=0,0,9,9&canvas=${ids.canvas}`]: [400, /at most one of/],
      'scale=1&width=100': [400, /either scale or width/],
      'scale=5': [400, /^scale/],
      'scale=0.01': [400, /^scale/],
      'padding=1001': [400, /^padding/],
      'format=gif': [400, /^format/],
      'format=svg&scale=2': [400, /^scale is only for png and webp/],
      'format=png&pages=tiles': [400, /^pages is only for pdf/],
      'format=webp&embed=1': [400, /^embed is only for png and svg/],
      [`canvas=${ids.red}`]: [404, /Canvas not found/],
      [`canvas=${unknown}`]: [404, /Canvas not found/],
      [`objects=${ids.red},${unknown}`]: [404, new RegExp(`Object ${unknown} not found`)],
      [`objects=${ids.stroke}`]: [400, /no objects/],
    }
    for (const [query, [status, message]] of Object.entries(cases)) {
      const found = await problem(await picture(query))
      assert.equal(found.status, status, query)
      assert.match(found.message, message, query)
    }
  })

  test('[PIC-43] the reply has a file name and a tag that changes with the board and the query', async () => {
    const { ann, board } = made
    await ann.workspaces.update(board, { name: 'Pläne / "2026"' })
    const first = await picture('scale=0.1')
    assert.equal(first.headers.get('content-type'), 'image/png')
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    const disposition = first.headers.get('content-disposition') ?? ''
    assert.match(
      disposition,
      /^inline; filename="Pl_ne - -2026-\.png"; filename\*=UTF-8''Pl%C3%A4ne%20-%20-2026-\.png$/,
    )
    const etag = first.headers.get('etag') as string
    const again = (query: string, more: Record<string, string> = {}) =>
      made.send(`/api/workspaces/${board}/picture?${query}`, { as: ann, headers: { 'if-none-match': etag, ...more } })
    assert.equal((await again('scale=0.1')).status, 304)
    assert.equal((await again('scale=0.1', { 'if-none-match': `"x", W/${etag}` })).status, 304)
    assert.equal((await again('scale=0.2')).status, 200)
    await ann.shapes.update(board, ids.red, { y: 1 })
    assert.equal((await again('scale=0.1')).status, 200)
    const head = await made.send(`/api/workspaces/${board}/picture`, { as: ann, method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'image/png'])
  })

  test('[PIC-44] only users who can read the workspace get pictures of it', async () => {
    const reader = await withPersonalToken(made, made.vic, { scope: 'read' })
    assert.equal((await picture('scale=0.1', reader)).status, 200)
    const restricted = await withPersonalToken(made, made.ann, { workspace: made.board })
    assert.equal((await picture('scale=0.1', restricted)).status, 200)
    const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Other' })
    const other = `/api/workspaces/${workspace.properties.uid}/picture`
    assert.equal((await made.send(other, { as: restricted })).status, 404)
    const writer = await withPersonalToken(made, made.ann, { scope: 'write' })
    assert.equal((await picture('', writer)).status, 403)
    assert.equal((await picture('', made.eve)).status, 404)
    assert.equal((await picture('', null)).status, 401)
    assert.equal((await made.send(other, { as: made.ann })).status, 400, 'an empty board')
  })

  test('[PIC-45] a published workspace has pictures of its snapshot while it is published, unless downloads are off', async () => {
    const { ann, board } = made
    const published = (query = 'scale=0.1') => made.send(`/api/published/${board}/picture?${query}`)
    assert.equal((await published()).status, 404)
    await publish(made)
    await ann.shapes.update(board, ids.blue, { fill: '#00ffff' })
    const shown = await drawn(await published(`objects=${ids.blue}&padding=0`))
    assert.equal(shown.colorAt(50, 50), '0000ffff', 'as it was published')
    assert.equal((await drawn(await published('box=0,0,100,100'))).width, 164)
    assert.equal((await drawn(await published(`canvas=${ids.canvas}&padding=0`))).width, 200)
    const { headers } = await published()
    assert.equal(
      (
        await made.send(`/api/published/${board}/picture?scale=0.1`, {
          headers: { 'if-none-match': headers.get('etag') as string },
        })
      ).status,
      304,
    )
    assert.equal(headers.get('cache-control'), 'no-cache')

    await ann.workspaces.publish(board, { can_download: false })
    assert.deepEqual(await problem(await published()), {
      status: 403,
      code: 'ForbiddenError',
      message: 'The publisher of this workspace does not allow downloads',
    })
    await publish(made)
    assert.equal((await published()).status, 403, 'publishing again keeps the choice')
    assert.equal((await made.send(`/view/${board}/preview.png`)).status, 200)
    assert.equal((await ann.published.get(board)).can_download, false)
    assert.equal((await ann.workspaces.get(board)).workspace.properties.can_download, false)
    await ann.workspaces.publish(board, { can_download: true })
    assert.equal((await published()).status, 200)
    await unpublish(made)
    assert.equal((await published()).status, 404)
  })

  for (const format of ['png', 'svg'])
    test(`[PIC-47] a picture in the format ${format} with embedded objects recreates them when it is imported`, async () => {
      const { ann } = made
      const response = await picture(`format=${format}&embed=1&objects=${ids.red},${ids.blue},${ids.link}`)
      assert.equal(response.status, 200)
      const { workspace } = await ann.workspaces.create(made.organization, { name: `From ${format}` })
      const { uid } = workspace.properties
      const { import: begun } = await ann.imports.create(uid, { file: await response.blob() })
      const { state, error } = await until(async () => {
        const { import: found } = await ann.imports.get(uid, begun.id)
        return ['done', 'failed'].includes(found.state) && found
      })
      assert.deepEqual([state, error], ['done', null])
      const { shapes } = await ann.shapes.list(uid)
      assert.deepEqual(
        shapes.map(({ fill, width }) => [fill, width]),
        (await ann.shapes.list(made.board)).shapes.map(({ fill, width }) => [fill, width]),
      )
      const { connectors } = await ann.connectors.list(uid)
      assert.deepEqual(
        connectors.map(({ from, to }) => [from, to].map(end => 'id' in end && end.id)),
        [shapes.map(({ id }) => id)],
      )
      assert.equal((await ann.strokes.list(uid)).strokes.length, 1)
    })

  test('[PIC-23] a PDF has a page for each of up to 1,000 canvases, of the board or of a part of it', async () => {
    const { ann, organization, send } = made
    const { workspace } = await ann.workspaces.create(organization, { name: 'Canvases' })
    const { uid } = workspace.properties
    const create = (index: number) =>
      ({ op: 'create', kind: 'canvas', data: { name: `${index}`, x: index * 300, width: 200, height: 200 } }) as const
    for (const [from, count] of [
      [0, 1_000],
      [1_000, 1],
    ] as const)
      await ann.objects.change(uid, { changes: Array.from({ length: count }, (_, index) => create(from + index)) })
    const pdf = (query: string) => send(`/api/workspaces/${uid}/picture?format=pdf&pages=canvases${query}`, { as: ann })
    const refused = await problem(await pdf(''))
    assert.deepEqual([refused.status, refused.code], [400, 'BadRequest'])
    assert.match(refused.message, /more than 1,000 canvases/)
    const two = await pdf('&box=10,10,310,20')
    const bytes = Buffer.from(await two.arrayBuffer()).toString('latin1')
    assert.equal(bytes.match(/\/Type \/Page\n/g)?.length, 2, bytes.slice(0, 200))
  })

  test('[PIC-46] a caller can have only a few waiting pictures, and one that no client waits for is not drawn', async () => {
    const leaving = new AbortController()
    const path = `/api/workspaces/${made.board}/picture?box=0,0,1000,1000&scale=2`
    const requests = Array.from({ length: 16 }, (_, index) =>
      made.send(`${path}&padding=${index}`, { as: made.ann, signal: leaving.signal }),
    )
    const refused = await Promise.any(
      requests.map(async request => {
        const response = await request
        if (response.status !== 429) throw new Error('drawn')
        return response
      }),
    )
    assert.deepEqual((await problem(refused)).code, 'TooManyRequests')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    leaving.abort()
    await Promise.allSettled(requests)
    await until(async () => (await picture('scale=0.1')).status === 200)
  })
})
