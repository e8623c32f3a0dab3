// Uploading images and documents: forms, URLs, refused uploads, and that refused ones leave nothing behind.

import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { jobsFor } from '../../testing/members.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { assertRejectedWithoutTrace, blobOf, formOf, postForm, temporaryFiles } from '../../testing/upload-forms.ts'
import { world } from '../../testing/world.ts'

test('[KND-4] [FIL-1] [FIL-6] every image format is accepted, with its natural size', async () => {
  const made = await world()
  const names = [
    'plain.png',
    'plain.jpg',
    'plain.gif',
    'plain.tiff',
    'lossy.webp',
    'lossless.webp',
    'animated.gif',
    'turned.jpg',
  ]
  for (const name of names) {
    const image = { data: await readSample(name), name: 'evil.svg', type: 'image/svg+xml' }
    const { image: record } = await made.ann.images.create(made.board, { image, x: -3, y: 4, scale: 2.5, pin: true })
    assert.ok(record.width >= 1 && record.height >= 1, name)
    assert.deepEqual([record.x, record.y, record.scale, record.pin], [-3, 4, 2.5, true])
  }
})

test('[KND-4] an image has the name of its file, of its address, or the one given, and is found by it', async () => {
  const made = await world()
  const { ann, board } = made
  const data = await readSample('plain.png')
  const named = async (name: string, given: { name?: string } = {}) =>
    (await ann.images.create(board, { image: { data, name, type: 'image/png' }, ...given })).image
  const plan = await named('Grundriß 1.png')
  assert.equal(plan.name, 'Grundriß 1.png')
  assert.equal((await named('C:\\photos\\cat.png')).name, 'cat.png')
  assert.equal((await named('x.png', { name: 'Die Katze' })).name, 'Die Katze')
  assert.equal((await ann.images.create(board, { image: data })).image.name, '', 'the client names it by its field')
  assert.equal((await named(`${'n'.repeat(300)}.png`)).name, 'n'.repeat(255))
  await refused(named('x.png', { name: 'n'.repeat(256) }), 400, 'BadRequest', 'name')
  const { image: renamed } = await ann.images.update(board, plan.id, { name: 'Floor plan' })
  assert.deepEqual([renamed.name, renamed.version], ['Floor plan', 2])
  const found = async (query: string) => (await ann.objects.list(board, { query })).objects.map(({ id }) => id)
  assert.deepEqual(await found('FLOOR'), [plan.id])
  assert.deepEqual(await found('grundri'), [])
  await refused(ann.images.update(board, plan.id, { name: 'n'.repeat(256) }), 400, 'BadRequest', 'name')
  await refused(made.vic.images.update(board, plan.id, { name: 'Mine' }), 403, 'ForbiddenError')
})

test('[KND-5] [FIL-1] [FIL-15] every document format is accepted at once, and its processing is queued', async () => {
  const made = await world()
  const types = {
    'page.pdf': 'pdf',
    'letter.doc': 'word',
    'letter.docx': 'word',
    'talk.ppt': 'powerpoint',
    'talk.pptx': 'powerpoint',
    'table.xls': 'excel',
    'table.xlsx': 'excel',
  }
  for (const [name, type] of Object.entries(types)) {
    const document = { data: await readSample(name), name: 'x.html', type: 'text/html' }
    const { document: record } = await made.ann.documents.create(made.board, { document, title: ` ${name} ` })
    assert.deepEqual([record.type, record.title, record.state, record.pages], [type, name, 'processing', null])
    const jobs = (await jobsFor(made, made.board)).filter(job => job.payload.object_id === record.id)
    assert.deepEqual(
      jobs.map(job => job.name),
      ['process-document'],
    )
  }
})

test('[FIL-2] fields come as parts before or after the file, or as query parameters; parts win', async () => {
  const made = await world()
  const created = async (path: string, body: FormData) => {
    const response = await postForm(made, path, body)
    const { image } = (await response.json()) as { image: Record<string, unknown> }
    assert.equal(response.status, 201)
    return [image.x, image.y, image.pin, image.scale]
  }
  const file = await blobOf('plain.png')
  assert.deepEqual(await created('images?x=5&y=-6&pin=true&scale=2', formOf(['image', file])), [5, -6, true, 2])
  assert.deepEqual(await created('images', formOf(['x', '5'], ['image', file], ['y', '-6'], ['pin', '1'])), [
    5,
    -6,
    true,
    1,
  ])
  assert.deepEqual(await created('images?x=1&y=2&nonsense=3', formOf(['image', file], ['x', '9'])), [9, 2, false, 1])
  assert.deepEqual(await created('images', formOf(['image', file], ['x', ''], ['pin', 'false'], ['junk', 'x'])), [
    0,
    0,
    false,
    1,
  ])
  const titled = await postForm(
    made,
    'documents?title=From%20the%20query',
    formOf(['document', await blobOf('page.pdf')]),
  )
  assert.equal(((await titled.json()) as { document: { title: string } }).document.title, 'From the query')
})

test('[FIL-2] [FIL-5] [OBJ-4] all invalid fields of a form are named', async () => {
  const made = await world()
  const file = await blobOf('plain.png')
  const wrong = formOf(['x', '1.5'], ['y', '1e3'], ['pin', 'maybe'], ['scale', '0.4'], ['image', file])
  await assertRejectedWithoutTrace(made, () => postForm(made, 'images', wrong), 'BadRequest', 'x', 'y', 'pin', 'scale')
  await assertRejectedWithoutTrace(
    made,
    () => postForm(made, 'images?scale=4.1&x=NaN', formOf(['image', file])),
    'BadRequest',
    'x',
    'scale',
  )
  await assertRejectedWithoutTrace(
    made,
    () => postForm(made, 'documents', formOf(['document', file])),
    'BadRequest',
    'title',
  )
})

test('[FIL-1] [FIL-5] files of other types are refused whatever their name, and nothing is stored', async () => {
  const made = await world()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const cut = (await readSample('plain.png')).subarray(0, 12)
  const notImages = [
    svg,
    `<?xml version="1.0"?>\n${svg}`,
    '<!DOCTYPE html><script>alert(1)</script>',
    'plain text',
    cut,
    await readSample('page.pdf'),
  ]
  for (const bytes of notImages) {
    const form = formOf(['image', new File([bytes as BlobPart], 'picture.png', { type: 'image/png' })])
    await assertRejectedWithoutTrace(made, () => postForm(made, 'images', form), 'BadRequest', 'image')
  }
  for (const bytes of [svg, 'text', '<html>', await readSample('plain.png'), '%PD', Buffer.alloc(10_000)]) {
    const form = formOf(
      ['title', 't'],
      ['document', new File([bytes as BlobPart], 'paper.pdf', { type: 'application/pdf' })],
    )
    await assertRejectedWithoutTrace(made, () => postForm(made, 'documents', form), 'BadRequest', 'document')
  }
})

test('[FIL-3] [FIL-5] [ERR-14] a form without its file, with two files, or with a URL as well, is refused', async () => {
  const made = await world()
  const [png, pdf] = [await blobOf('plain.png'), await blobOf('page.pdf')]
  const image =
    (...parts: [string, string | Blob][]) =>
    () =>
      postForm(made, 'images', formOf(...parts))
  const address = 'http://127.0.0.1:9/x.png'
  await assertRejectedWithoutTrace(made, image(['x', '1']), 'BadRequest', 'image')
  await assertRejectedWithoutTrace(made, image(['image', 'text']), 'BadRequest', 'image')
  await assertRejectedWithoutTrace(made, image(['image', new Blob([])]), 'BadRequest', 'image')
  await assertRejectedWithoutTrace(made, image(['url', address], ['image', png]), 'BadRequest', 'url')
  await assertRejectedWithoutTrace(
    made,
    () => postForm(made, `images?url=${address}`, formOf(['image', png])),
    'BadRequest',
    'url',
  )
  await assertRejectedWithoutTrace(made, image(['picture', png]), 'BadRequest', 'picture')
  await assertRejectedWithoutTrace(made, image(['image', png], ['image', png]), 'BadRequest')
  await assertRejectedWithoutTrace(made, image(['image', png], ['__proto__', 'x']), 'BadRequest')
  await assertRejectedWithoutTrace(
    made,
    image(...Array.from({ length: 60 }, (_, index): [string, string] => [`f${index}`, 'x']), ['image', png]),
    'BadRequest',
  )
  const document =
    (...parts: [string, string | Blob][]) =>
    () =>
      postForm(made, 'documents', formOf(...parts))
  await assertRejectedWithoutTrace(made, document(['title', 'no file']), 'BadRequest', 'document')
  await assertRejectedWithoutTrace(made, document(['document', pdf]), 'BadRequest', 'title')
  await assertRejectedWithoutTrace(made, document(['document', pdf], ['title', '   ']), 'BadRequest', 'title')
  await assertRejectedWithoutTrace(made, document(['document', pdf], ['title', 'a\u0000b']), 'BadRequest')
  const json = { 'content-type': 'application/json' }
  await assertRejectedWithoutTrace(
    made,
    () => postForm(made, 'documents', '{"title":"t"}', json),
    'UnsupportedMediaType',
  )
  await assertRejectedWithoutTrace(made, () => postForm(made, 'images', '{}', json), 'BadRequest', 'image')
  await assertRejectedWithoutTrace(
    made,
    () => postForm(made, 'images', 'x', { 'content-type': 'image/png' }),
    'UnsupportedMediaType',
  )
  await assertRejectedWithoutTrace(made, () => postForm(made, 'notes', formOf(['text', 'x'])), 'UnsupportedMediaType')
  assert.deepEqual(await temporaryFiles(made), [])
})

test('[FIL-5] [ERR-13] a truncated or invalid form is refused', async () => {
  const made = await world()
  const type = 'multipart/form-data; boundary=b'
  for (const boundary of ['', '; boundary=', '; boundary=""', `; boundary=${'b'.repeat(300)}`, '; charset=utf-8'])
    await assertRejectedWithoutTrace(
      made,
      () => postForm(made, 'images', 'x', { 'content-type': `multipart/form-data${boundary}` }),
      'BadRequest',
    )
  const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="f"\r\n\r\n'
  const whole = Buffer.concat([Buffer.from(head), await readSample('plain.png'), Buffer.from('\r\n--b--\r\n')])
  const cuts = [1, 10, head.length - 2, head.length + 1, whole.length - 20, whole.length - 9]
  for (const bytes of [Buffer.from('not a form'), ...cuts.map(length => whole.subarray(0, length))])
    await assertRejectedWithoutTrace(
      made,
      () => postForm(made, 'images', bytes as BodyInit, { 'content-type': type }),
      'BadRequest',
    )
  assert.equal((await postForm(made, 'images', whole as BodyInit, { 'content-type': type })).status, 201)
})

test('[LIM-3] [FIL-1] [FIL-5] a file that is too large is refused, and nothing is stored', async () => {
  const made = await world()
  const head = await readSample('plain.png')
  const large = new Blob([head as BlobPart, new Uint8Array(50_000_001 - head.length)])
  await assertRejectedWithoutTrace(made, () => postForm(made, 'images', formOf(['image', large])), 'PayloadTooLarge')
})

test('[FIL-4] [FIL-5] an upload is streamed to disk, and deleted if it is not completed', async () => {
  const made = await world()
  const before = await stateOf(made.dependencies.db)
  const { port } = new URL(made.url)
  const headers = { authorization: `Bearer ${made.ann.token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const upload = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/workspaces/${made.board}/images`,
    headers,
  })
  upload.on('error', () => {})
  upload.write('--b\r\nContent-Disposition: form-data; name="image"; filename="f"\r\n\r\n')
  upload.write(await readSample('plain.png'))
  upload.write(Buffer.alloc(20_000_000))
  const folder = join(made.dependencies.config.dataDir, 'files', 'tmp')
  await until(async () => {
    const [name] = await readdir(folder)
    return name !== undefined && (await stat(join(folder, name))).size > 15_000_000
  })
  upload.destroy()
  await until(async () => (await temporaryFiles(made)).length === 0)
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[FIL-5] [ROL-6] the file of a user who may not edit is not even received', async () => {
  const made = await world()
  const { vic, eve, board } = made
  const image = await readSample('plain.jpg')
  const stored = async () => (await Array.fromAsync(made.dependencies.files.list())).map(file => file.hash).sort()
  const before = await stored()
  await refused(vic.images.create(board, { image }), 403, 'ForbiddenError')
  await refused(eve.documents.create(board, { document: image, title: 'x' }), 404, 'ResourceNotFound')
  assert.deepEqual(await stored(), before)
})

test('[FIL-7] [FIL-8] the URL in a response serves the bytes with their content type, and only if unaltered', async () => {
  const made = await world()
  const bytes = await readSample('plain.gif')
  const { image } = await made.ann.images.create(made.board, {
    image: { data: bytes, name: 'x.html', type: 'text/html' },
  })
  const path = image.url.replace(made.dependencies.config.publicUrl, '')
  assert.match(path, /^\/files\//)
  const response = await made.send(path)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  assert.equal(response.headers.get('content-type'), 'image/gif')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
  const altered = [
    path.replace('image/gif', 'text/html'),
    path.replace(/expires=\d+/, 'expires=9999999999'),
    path.replace(/.$/, '!'),
    path.replace(/\?.*/, ''),
    '/files/x',
  ]
  for (const other of altered) assert.equal((await made.send(other)).status, 404, other)
})
