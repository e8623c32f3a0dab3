// Tests who gets the URL of an original file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSample } from '../../testing/sample-file.ts'
import { world } from '../../testing/world.ts'

test('[FIL-9] only users who may download get originals, in every response with the object', async () => {
  const { ann, bob, vic, board } = await world()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const urlsFor = async (person: typeof ann) => {
    const { image: one } = await person.images.get(board, image.id)
    const { images } = await person.images.list(board)
    const { objects } = await person.objects.list(board)
    const past = await person.objects.list(board, { at: 1 })
    const { events } = await person.events.list(board)
    const listed = [...objects, ...past.objects].map(object => ('url' in object ? object.url : null))
    return [one.url, images[0]?.url, ...listed, events[0]?.image?.url]
  }
  for (const url of await urlsFor(bob)) assert.match(String(url), /^http.*signature=/)
  assert.deepEqual(await urlsFor(vic), ['', '', '', '', ''])
})
