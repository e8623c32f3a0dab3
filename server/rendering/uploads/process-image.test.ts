import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { bytesAt, fetchFile, filesOf, pixelAt, processedImage } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type World, worldWithProcessing } from '../../testing/world.ts'

/** An image that is red on the left half and blue on the right. */
const halves = (width: number, height: number) => {
  const half = { width: Math.floor(width / 2), height, channels: 3, background: '#0000ff' } as const
  const right = sharp({ create: half }).png().toBuffer()
  const whole = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
  return right.then(input => whole.composite([{ input, left: width - half.width, top: 0 }]))
}

const upload = async (made: World, image: Buffer) => {
  const created = await made.ann.images.create(made.board, { image })
  return await processedImage({ as: made.ann, board: made.board }, created.image.id)
}

test('[FIL-19] [FIL-10] a large image gets pictures in several sizes, for every reader', async () => {
  const made = await worldWithProcessing()
  const { ann, vic, board } = made
  const { id } = await upload(made, await (await halves(5_000, 2_500)).jpeg().toBuffer())
  const { image } = await vic.images.get(board, id)
  const sizes = image.pictures.map(({ width, height }) => [width, height])
  assert.deepEqual(
    sizes,
    [256, 1_024, 2_048, 4_096].map(side => [side, side / 2]),
  )
  assert.deepEqual([image.width, image.height, image.animated], [5_000, 2_500, false])
  for (const { url, width, height } of image.pictures) {
    const found = await sharp(await bytesAt(made, url)).metadata()
    assert.deepEqual([found.format, found.width, found.height], ['webp', width, height])
  }
  const { events } = await ann.events.list(board)
  assert.deepEqual(
    events.map(event => [event.type, event.image?.version, event.image?.pictures.length, event.actor.id]),
    [
      ['IMAGE_CREATE', 1, 0, ann.id],
      ['IMAGE_UPDATE', 1, 4, ann.id],
    ],
  )
})

test('[FIL-9] a caller who may not download gets the largest picture as url, and none before it is made', async () => {
  const made = await worldWithProcessing()
  const { vic, board } = made
  const original = await readSample('plain.png')
  const { id, url } = await upload(made, original)
  const { image } = await vic.images.get(board, id)
  assert.equal(image.url, image.pictures.at(-1)?.url)
  assert.equal((await fetchFile(made, image.url)).headers.get('content-type'), 'image/webp')
  assert.notDeepEqual(await bytesAt(made, image.url), original)
  assert.deepEqual(await bytesAt(made, url), original)
  const past = await vic.objects.list(board, { at: 1 })
  assert.deepEqual(
    past.objects.map(object => ('url' in object ? object.url : null)),
    [''],
  )
})

test('[FIL-19] pictures are upright for every EXIF orientation', async () => {
  const made = await worldWithProcessing()
  for (const [orientation, [left, right]] of [
    [1, ['red', 'blue']],
    [2, ['blue', 'red']],
    [3, ['blue', 'red']],
  ] as const) {
    const jpeg = await (await halves(400, 200)).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
    const image = await upload(made, jpeg)
    assert.deepEqual([image.width, image.height], [400, 200])
    const bytes = await bytesAt(made, image.pictures.at(-1)?.url)
    assert.deepEqual([named(await pixelAt(bytes, 20, 100)), named(await pixelAt(bytes, 380, 100))], [left, right])
  }
  const turned = await upload(made, await (await halves(400, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  assert.deepEqual([turned.width, turned.height], [200, 400])
  const bytes = await bytesAt(made, turned.pictures.at(-1)?.url)
  assert.deepEqual([named(await pixelAt(bytes, 100, 20)), named(await pixelAt(bytes, 100, 380))], ['red', 'blue'])
})

test('[FIL-19] pictures contain no location and no camera metadata', async () => {
  const made = await worldWithProcessing()
  const exif = {
    IFD0: { Make: 'SecretCamera', Copyright: 'SecretPerson' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
  }
  const jpeg = await (await halves(600, 300))
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  assert.ok(jpeg.includes('SecretCamera') && jpeg.includes('SecretPlace'), 'the upload has them')
  const image = await upload(made, jpeg)
  assert.equal(image.pictures.length, 2)
  for (const { url } of image.pictures) {
    const bytes = await bytesAt(made, url)
    assert.equal(/Secret|Exif|GPS|xmpmeta/.test(bytes.toString('latin1')), false)
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    assert.deepEqual([exif, xmp, iptc, orientation], [undefined, undefined, undefined, undefined])
  }
})

test('[FIL-19] animated GIF and WebP images stay animated at their own speed', async () => {
  const made = await worldWithProcessing()
  const gif = await readSample('animated.gif')
  const { pages = 0 } = await sharp(gif, { animated: true }).metadata()
  const delay = Array.from({ length: pages }, (_, index) => 70 + 10 * index)
  const webp = await sharp(gif, { animated: true }).webp({ delay, loop: 3 }).toBuffer()
  for (const original of [gif, webp]) {
    const image = await upload(made, original)
    assert.equal(image.animated, true)
    const before = await sharp(original, { animated: true }).metadata()
    const after = await sharp(await bytesAt(made, image.pictures.at(-1)?.url), { animated: true }).metadata()
    assert.ok((after.pages ?? 1) > 1)
    assert.deepEqual([after.pages, after.delay, after.loop], [before.pages, before.delay, before.loop])
    assert.deepEqual([after.width, after.pageHeight], [image.width, image.height])
  }
})

test('[FIL-19] every accepted format gets pictures, even in unusual shapes and color spaces', async () => {
  const made = await worldWithProcessing()
  const samples = [
    'plain.png',
    'plain.gif',
    'plain.jpg',
    'progressive.jpg',
    'plain.tiff',
    'lossless.webp',
    'turned.tiff',
    'turned.webp',
    'turned.png',
    'animated.png',
  ]
  const line = await sharp({ create: { width: 20_000, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const cmyk = await (await halves(300, 200)).toColorspace('cmyk').jpeg().toBuffer()
  const deep = await (await halves(300, 200)).toColorspace('rgb16').png().toBuffer()
  const grey = await (await halves(300, 200)).greyscale().png().toBuffer()
  for (const bytes of [...(await Promise.all(samples.map(readSample))), line, cmyk, deep, grey]) {
    const image = await upload(made, bytes)
    assert.equal(image.reason, undefined)
    const largest = image.pictures.at(-1)
    const factor = Math.min(1, 4_096 / Math.max(image.width, image.height))
    assert.deepEqual(
      [largest?.width, largest?.height],
      [image.width, image.height].map(side => Math.max(1, Math.round(side * factor))),
    )
  }
})

test('[FIL-19] transparency is kept', async () => {
  const made = await worldWithProcessing()
  const png = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  const image = await upload(made, png)
  const { hasAlpha } = await sharp(await bytesAt(made, image.pictures[0]?.url)).metadata()
  assert.equal(hasAlpha, true)
})

test('[FIL-19] the same bytes, uploaded again or copied with their workspace, are drawn once', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const bytes = await (await halves(333, 222)).png().toBuffer()
  const [one, two] = [await upload(made, bytes), await upload(made, bytes)]
  assert.deepEqual(filesOf(two.pictures), filesOf(one.pictures))
  const { workspace } = await ann.workspaces.copy(board)
  const { images } = await ann.images.list(workspace.uid)
  assert.deepEqual(
    images.map(image => filesOf(image.pictures)),
    [one, two].map(image => filesOf(image.pictures)),
  )
  const { events } = await ann.events.list(workspace.uid)
  assert.deepEqual(
    events.map(event => event.type),
    ['IMAGE_CREATE', 'IMAGE_CREATE'],
  )
})

const named = ([red = 0, green = 0, blue = 0]: number[]) =>
  red > 200 && blue < 60 && green < 60
    ? 'red'
    : blue > 200 && red < 60 && green < 60
      ? 'blue'
      : `${red} ${green} ${blue}`
