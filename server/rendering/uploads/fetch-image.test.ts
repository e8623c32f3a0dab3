// Images that the server fetches from a URL.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { redirectTo, withServer } from '../../testing/local-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { assertRejectedWithoutTrace, formOf, postForm } from '../../testing/upload-forms.ts'
import { world, worldWith } from '../../testing/world.ts'

test('[FIL-3] [FIL-12] an image is fetched from the URL in a JSON body, a form or the query', async () => {
  const made = await world()
  const png = await readSample('plain.png')
  await withServer(
    (_request, response) => response.setHeader('content-type', 'text/html').end(png),
    async ({ origin }) => {
      const url = `${origin}/picture`
      const { image } = await made.ann.images.create(made.board, { url, x: 7, pin: true })
      assert.deepEqual([image.x, image.pin, image.url === url, image.name], [7, true, false, 'picture'])
      const { image: escaped } = await made.ann.images.create(made.board, { url: `${origin}/a/H%C3%BCtte.png?x=1` })
      assert.equal(escaped.name, 'Hütte.png')
      assert.equal((await made.ann.images.create(made.board, { url: `${origin}/%ff`, name: 'N' })).image.name, 'N')
      assert.equal((await made.ann.images.create(made.board, { url: `${origin}/%ff` })).image.name, '')
      const { image: same } = await made.ann.images.create(made.board, { image: png })
      assert.deepEqual([image.width, image.height], [same.width, same.height])
      for (const send of [
        () => postForm(made, 'images', formOf(['url', url])),
        () => postForm(made, `images?url=${url}`, ''),
      ])
        assert.equal((await send()).status, 201)
    },
  )
})

test('[FIL-12] [FIL-14] [FIL-5] an image that cannot be fetched is an error of the field url, and nothing is stored', async () => {
  const made = await world()
  const responses: Record<string, (response: ServerResponse) => void> = {
    '/missing': response => response.writeHead(404).end(),
    '/text': response => response.end('not an image'),
    '/empty': response => response.end(),
    '/broken': response => response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy()),
  }
  await withServer(
    (incoming, response) =>
      responses[incoming.url ?? '']?.(response) ?? redirectTo(302, incoming.url ?? '')(incoming, response),
    async ({ origin }) => {
      const urls = [...Object.keys(responses), '/in-circles'].map(path => origin + path)
      for (const url of [
        ...urls,
        'http://127.0.0.1:9/',
        'http://no-such-host.invalid/',
        'http://169.254.169.254/latest',
      ])
        await assertRejectedWithoutTrace(
          made,
          () => postForm(made, 'images', JSON.stringify({ url }), { 'content-type': 'application/json' }),
          'BadRequest',
          'url',
        )
    },
  )
  for (const url of ['ftp://a/', 'file:///etc/passwd', 'x', ''])
    await refused(made.ann.images.create(made.board, { url }), 400, 'BadRequest', 'url')
})

test('[FIL-13] a public server fetches nothing from its own network', async () => {
  const made = await worldWith({ publicUrl: 'https://board.example.com' })
  await withServer(
    (_request, response) => response.end('reached'),
    async ({ port }) => {
      for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
        await refused(made.ann.images.create(made.board, { url: `http://${host}:${port}/` }), 400, 'BadRequest', 'url')
    },
  )
})

test('[LIM-3] [FIL-12] [FIL-5] an image that is too large is not downloaded to its end', async () => {
  const made = await world()
  const head = await readSample('plain.png')
  await withServer(
    (_request, response) => {
      const chunk = Buffer.alloc(1_000_000)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      response.write(head)
      more()
    },
    async ({ origin }) => {
      const body = JSON.stringify({ url: origin })
      const send = () => postForm(made, 'images', body, { 'content-type': 'application/json' })
      await assertRejectedWithoutTrace(made, send, 'PayloadTooLarge')
    },
  )
})

test('[LIM-14] only a few images are fetched at a time, for each user and in total', async () => {
  const { ann, bob, board } = await worldWith({ imageFetchesPerUser: 2, imageFetches: 3 })
  const png = await readSample('plain.png')
  const open: { path: string; response: ServerResponse }[] = []
  await withServer(
    (request, response) => void open.push({ path: request.url ?? '', response }),
    async ({ origin }) => {
      const fetched = [ann, ann, ann, ann, bob, bob].map((person, index) =>
        person.images.create(board, { url: `${origin}/${person === ann ? 'ann' : 'bob'}/${index}` }),
      )
      for (let ended = 0; ended < fetched.length; ended += 1) {
        await until(async () => open.length >= Math.min(3, fetched.length - ended))
        const ofAnn = open.filter(({ path }) => path.startsWith('/ann')).length
        assert.ok(open.length <= 3 && ofAnn <= 2, `${open.length} at once, ${ofAnn} of one user`)
        open.shift()?.response.end(png)
      }
      await Promise.all(fetched)
    },
  )
})
