// Pins, sizes, colors and URLs, and what is deleted with an object. Rules that hold for all kinds are in
// every-kind.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpdateData } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, world } from '../../testing/world.ts'

const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height]

test('[OBJ-6] a pinned object cannot be moved by anyone, and can be changed otherwise', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'fixed', x: 1, y: 2, pin: true })
  for (const person of [ann, bob]) {
    const move = (data: UpdateData<'note'>) => person.notes.update(board, note.id, data)
    await refused(move({ x: 9 }), 400, 'BadRequest', 'x')
    await refused(move({ y: 9 }), 400, 'BadRequest', 'y')
    await refused(move({ x: 9, y: 9, text: 'moved' }), 400, 'BadRequest', 'x', 'y')
    await refused(move({ x: 9, pin: true }), 400, 'BadRequest', 'x')
  }
  assert.equal((await ann.notes.get(board, note.id)).note.version, 1)
  const { note: changed } = await bob.notes.update(board, note.id, { text: 'changed', scale: 2, x: 1, y: 2 })
  assert.deepEqual([changed.text, changed.scale, changed.x, changed.y, changed.pin], ['changed', 2, 1, 2, true])
  await ann.notes.delete(board, note.id)
})

test('[OBJ-6] the request that unpins an object may move it, the one that pins it too', async () => {
  const { ann, board } = await world()
  const { text } = await ann.texts.create(board, { text: 'fixed', pin: true })
  const { text: moved } = await ann.texts.update(board, text.id, { pin: false, x: 5 })
  assert.deepEqual([moved.pin, moved.x], [false, 5])
  const { text: pinned } = await ann.texts.update(board, text.id, { pin: true, x: 6, y: 7 })
  assert.deepEqual([pinned.pin, pinned.x, pinned.y], [true, 6, 7])
  await refused(ann.texts.update(board, text.id, { y: 8 }), 400, 'BadRequest', 'y')
})

test('[OBJ-6] images and documents can be pinned, too, also in a list of changes', async () => {
  const { ann, board } = await world()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png'), pin: true })
  await refused(ann.images.update(board, image.id, { x: 1 }), 400, 'BadRequest', 'x')
  const file = await readSample('page.pdf')
  const { document } = await ann.documents.create(board, { document: file, title: 'paper', pin: true })
  await refused(ann.documents.update(board, document.id, { y: 1 }), 400, 'BadRequest', 'y')
  const changes = [
    { op: 'update' as const, id: image.id, data: { pin: false } },
    { op: 'update' as const, id: image.id, data: { x: 1 } },
    { op: 'update' as const, id: document.id, data: { x: 1, y: 1 } },
  ]
  await refused(ann.objects.change(board, { changes }), 400, 'BadRequest', 'changes[2].data.x', 'changes[2].data.y')
  assert.equal((await ann.images.get(board, image.id)).image.pin, true)
})

test('[OBJ-5] scale does not change width and height', async () => {
  const { ann, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'big', scale: 4 })
  assert.deepEqual([...sizeOf(note), note.scale], [560, 320, 4])
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const { image: larger } = await ann.images.update(board, image.id, { scale: 2 })
  assert.deepEqual([...sizeOf(larger), larger.scale], [...sizeOf(image), 2])
})

test('[KND-3] the size of a text follows its content and font until a size is given', async () => {
  const { ann, board } = await world()
  const { text } = await ann.texts.create(board, { text: 'short' })
  assert.ok(text.width > 0 && text.height > 0)
  const update = async (data: UpdateData<'text'>) => (await ann.texts.update(board, text.id, data)).text
  const longer = await update({ text: 'rather longer than it was\nand on two lines' })
  assert.ok(longer.width > text.width && longer.height > text.height)
  const smaller = await update({ fontSize: 8 })
  assert.ok(smaller.width < longer.width && smaller.height < longer.height)
  assert.deepEqual(
    sizeOf(await update({ x: 5, fontColor: '#000' })),
    sizeOf(smaller),
    'what does not matter changes nothing',
  )
  const narrow = await update({ width: 40 })
  assert.equal(narrow.width, 40)
  assert.ok(narrow.height > smaller.height, 'lines wrap at the given width')
  const fixed = await update({ height: 7 })
  assert.deepEqual(sizeOf(await update({ text: 'other', fontSize: 200 })), sizeOf(fixed))
})

test('[KND-3] a given size that equals the computed one counts as given', async () => {
  const { ann, board } = await world()
  const { text } = await ann.texts.create(board, { text: 'short' })
  const { text: given } = await ann.texts.update(board, text.id, { width: text.width, height: text.height })
  assert.equal(given.version, 2)
  const { text: after } = await ann.texts.update(board, text.id, { text: 'much, much longer than before' })
  assert.deepEqual(sizeOf(after), sizeOf(text))
  const { text: same } = await ann.texts.update(board, text.id, { width: text.width })
  assert.equal(same.version, after.version)
})

test('[KND-3] [OBJ-4] a text may be empty, or so large that its size reaches the limits', async () => {
  const { ann, board } = await world()
  const { text: empty } = await ann.texts.create(board, { text: '' })
  assert.ok(empty.width >= 1 && empty.height >= 1)
  const { text: wide } = await ann.texts.create(board, { text: 'W'.repeat(65_536), fontSize: 2_000 })
  const { text: high } = await ann.texts.create(board, { text: '\n'.repeat(65_536), fontSize: 2_000, width: 1 })
  for (const size of [...sizeOf(wide), ...sizeOf(high)]) assert.ok(size >= 1 && size <= 1_000_000, String(size))
})

test('[OBJ-4] [KND-2] colors are hex with three, four, six or eight digits', async () => {
  const { ann, board } = await world()
  for (const color of ['#abc', '#abcd', '#ABCDEF', '#01234567']) {
    const { text } = await ann.texts.create(board, { text: 'x', fontColor: color, backgroundColor: color })
    assert.deepEqual([text.fontColor, text.backgroundColor], [color, color])
  }
  for (const color of ['', '#', 'abc', '#ab', '#abcde', '#abcdefg', '#abcdef0', 'red', '#abc\n', ' #abc', 'url(#abc)'])
    await refused(ann.texts.create(board, { text: 'x', fontColor: color }), 400, 'BadRequest', 'fontColor')
})

test('[OBJ-4] [KND-6] the address of a browser is http or https, and at most 8,192 characters', async () => {
  const { ann, board } = await world()
  const longest = `https://example.com/${'a'.repeat(8_192 - 20)}`
  for (const url of ['http://a', 'HTTPS://EXAMPLE.COM/x?y#z', 'http://[::1]:8080/', longest])
    assert.equal((await ann.browsers.create(board, { url })).browser.url, url)
  const wrong = [
    '',
    'example.com',
    '//example.com',
    'ftp://a',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
  ]
  for (const url of [...wrong, 'http://', 'https:///path', ' http://a', `${longest}a`])
    await refused(ann.browsers.create(board, { url }), 400, 'BadRequest', 'url')
  const { browser } = await ann.browsers.create(board, { url: 'http://a' })
  await refused(ann.browsers.update(board, browser.id, { url: 'javascript:alert(1)' }), 400, 'BadRequest', 'url')
})

test('[KND-7] moving or deleting a canvas does not affect the objects on it', async () => {
  const { ann, board } = await world()
  const { canvas } = await ann.canvases.create(board, { name: 'area' })
  const { note } = await ann.notes.create(board, { text: 'on it', x: 10, y: 10 })
  await ann.canvases.update(board, canvas.id, { x: 5_000, y: 5_000 })
  await ann.canvases.delete(board, canvas.id)
  assert.deepEqual((await ann.notes.get(board, note.id)).note, note)
})

test('[OBJ-7] deleting a note deletes its comments and strokes in one change, each with its event', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { note: other } = await ann.notes.create(board, { text: 'other' })
  const { comment } = await bob.comments.create(board, 'notes', note.id, { text: 'one' })
  const { comment: reply } = await ann.comments.create(board, 'notes', note.id, { text: 'two', parent: comment.id })
  const { stroke } = await bob.strokes.createOn(board, 'notes', note.id, { points: [1, 2, 3, 4] })
  const { stroke: free } = await bob.strokes.create(board, { points: [1, 2, 3, 4] })
  const { comment: kept } = await ann.comments.create(board, 'notes', other.id, { text: 'stays' })
  const { events } = await ann.events.list(board)
  await bob.notes.delete(board, note.id)
  const { events: after } = await ann.events.list(board, { after: events.at(-1)?.seq ?? 0 })
  const recorded = after.map(event => [event.type, (event.comment ?? event.stroke ?? event.note)?.id, event.actor.id])
  assert.deepEqual(recorded, [
    ['COMMENT_DELETE', comment.id, bob.id],
    ['COMMENT_DELETE', reply.id, bob.id],
    ['STROKE_DELETE', stroke.id, bob.id],
    ['NOTE_DELETE', note.id, bob.id],
  ])
  assert.equal(new Set(after.map(event => event.created_at)).size, 1)
  await refused(ann.strokes.get(board, stroke.id), 404, 'ResourceNotFound')
  await refused(ann.comments.list(board, 'notes', note.id), 404, 'ResourceNotFound')
  assert.equal((await ann.strokes.get(board, free.id)).stroke.id, free.id)
  assert.deepEqual(
    (await ann.comments.list(board, 'notes', other.id)).comments.map(one => one.id),
    [kept.id],
  )
})

test('[OBJ-7] a comment or stroke added to an object during its deletion is deleted with it or refused', async () => {
  const { ann, bob, board, dependencies } = await world()
  for (let round = 0; round < 5; round += 1) {
    const { note } = await ann.notes.create(board, { text: 'short-lived' })
    const draw = (person: Person) => person.strokes.createOn(board, 'notes', note.id, { points: [0, 0, 1, 1] })
    const comment = (person: Person) => person.comments.create(board, 'notes', note.id, { text: 'still there?' })
    const requests = [draw(ann), comment(bob), ann.notes.delete(board, note.id), draw(bob), comment(ann)]
    const outcomes = await Promise.allSettled(requests)
    assert.equal(outcomes[2]?.status, 'fulfilled')
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'ResourceNotFound')
  }
  const left = {
    objects: (await ann.objects.list(board)).objects,
    comments: await dependencies.db.read.selectFrom('comments').selectAll().execute(),
  }
  assert.deepEqual(left.objects, [])
  assert.deepEqual(
    left.comments.filter(row => row.user_id === ann.id || row.user_id === bob.id),
    [],
  )
})

test('[CHG-11] updates of different fields are merged, and the last writer of a field wins', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'start' })
  const colors = ['Red', 'Blue', 'Gold'] as const
  await Promise.all([
    ...[1, 2, 3, 4, 5].map(x => ann.notes.update(board, note.id, { x })),
    ...colors.map(backgroundColor => bob.notes.update(board, note.id, { backgroundColor })),
    bob.notes.update(board, note.id, { text: 'end', scale: 2 }),
  ])
  const { note: after } = await ann.notes.get(board, note.id)
  const { events } = await ann.events.list(board)
  const updates = events.filter(event => event.type === 'NOTE_UPDATE').map(event => event.note)
  assert.deepEqual([after.text, after.scale, after.version], ['end', 2, 10])
  assert.deepEqual(after, updates.at(-1))
  assert.equal(updates.length, 9)
})
