// Tests the pictures of a published board: they are public while it is published; the original files are never public.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { processedDocument, processedImage } from '../../testing/processed.ts'
import { publish, unpublish } from '../../testing/publishing.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type World, worldWithProcessing } from '../../testing/world.ts'

async function withPicture(made: World): Promise<void> {
  const { ann, board } = made
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const { pictures } = await processedImage({ as: ann, board }, image.id)
  assert.ok(pictures.length > 0)
}

test('[PUB-15] pictures are public while the board is published, and the original file is not', async () => {
  const made = await worldWithProcessing()
  const { ann, board, url, dependencies } = made
  await withPicture(made)
  const original = (await ann.images.list(board)).images[0]?.url as string
  await publish(made)
  const shown = await connect({ url, retries: 0 }).published.get(board)
  const { pictures, url: address } = shown.objects[0] as unknown as { pictures: { url: string }[]; url: string }
  const path = String(pictures[0]?.url).replace(dependencies.config.publicUrl, '')
  assert.match(path, new RegExp(`^/view/${board}/files/[0-9a-f]{64}$`))
  assert.equal(address, pictures.at(-1)?.url)
  const reply = await made.send(path)
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp'])
  assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/)
  const etag = reply.headers.get('etag') as string
  assert.equal((await made.send(path, { headers: { 'if-none-match': etag } })).status, 304)
  const hash = /files\/([0-9a-f]{64})/.exec(original)?.[1]
  assert.equal((await made.send(`/view/${board}/files/${hash}`)).status, 404)
  await unpublish(made)
  assert.equal((await made.send(path, { headers: { 'if-none-match': etag } })).status, 404)
})

test('[PUB-17] the pages of a published document are public while it is published, and only those that existed when it was published', async () => {
  const made = await worldWithProcessing()
  const { ann, board, url, dependencies } = made
  const document = createPdf([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
  const { id } = (await ann.documents.create(board, { document, title: 'paper' })).document
  await processedDocument({ as: ann, board }, id)
  const { note } = await ann.notes.create(board, { text: 'no document' })
  const anyone = connect({ url, retries: 0 })
  await refused(anyone.published.listPages(board, id), 404, 'ResourceNotFound')
  await publish(made)
  const { pages, total, paging } = await anyone.published.listPages(board, id, { limit: 2, offset: 1 })
  assert.deepEqual(
    [pages.map(({ number, text }) => [number, text]), total, paging.next],
    [
      [
        [2, 'two'],
        [3, 'three'],
      ],
      3,
      null,
    ],
  )
  const addresses = pages.flatMap(({ pictures }) =>
    pictures.map(one => one.url.replace(dependencies.config.publicUrl, '')),
  )
  assert.equal(addresses.length, 4)
  for (const path of addresses) {
    assert.match(path, new RegExp(`^/view/${board}/files/[0-9a-f]{64}$`))
    const reply = await made.send(path)
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp'])
  }
  assert.deepEqual((await anyone.published.listPages(board, id, { offset: 3 })).pages, [])
  for (const other of [note.id, 'f'.repeat(24), 'nothing'])
    await refused(anyone.published.listPages(board, other), 404, 'ResourceNotFound')
  // The object is deleted on the board, but still part of the snapshot.
  await ann.documents.delete(board, id)
  assert.equal((await anyone.published.listPages(board, id)).total, 3)
  await unpublish(made)
  await refused(anyone.published.listPages(board, id), 404, 'ResourceNotFound')
  assert.equal((await made.send(addresses[0] as string)).status, 404)
})
