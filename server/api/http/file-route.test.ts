import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { signFileUrl } from '../../platform/files/signed-url.ts'
import { readSample } from '../../testing/sample-file.ts'
import { world } from '../../testing/world.ts'

/** An uploaded image, and a function that requests its bytes. */
async function stored() {
  const { ann, board, url, dependencies } = await world()
  const bytes = await readSample('plain.png')
  const { image } = await ann.images.create(board, { image: bytes })
  const { pathname, search } = new URL(image.url)
  const request = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + pathname + search, { headers, method })
  return { request, bytes, url, dependencies, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` }
}

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('[FIL-11] a file is sent in full or as a range, with the range in its headers', async () => {
  const { request, bytes, etag } = await stored()
  const whole = await request()
  assert.equal(whole.headers.get('accept-ranges'), 'bytes')
  assert.deepEqual(await bodyOf(whole), bytes)
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
    ['bytes=5-99999999', 5, bytes.length - 1],
  ] as const) {
    const part = await request({ range, 'if-range': etag })
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes ${start}-${end}/${bytes.length}`])
    assert.equal(part.headers.get('content-length'), String(end - start + 1))
    assert.deepEqual(await bodyOf(part), bytes.subarray(start, end + 1), range)
  }
  const beyond = await request({ range: `bytes=${bytes.length}-` })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes.length}`])
  for (const headers of [
    { range: 'bytes=0-1,3-4' },
    { range: 'lines=1-2' },
    { range: 'bytes=0-9', 'if-range': '"other"' },
  ]) {
    const all = await request(headers as Record<string, string>)
    assert.deepEqual([all.status, (await bodyOf(all)).length], [200, bytes.length])
  }
})

test('[FIL-11] a file is cached by browsers and not sent again if it is cached', async () => {
  const { request, etag } = await stored()
  const { headers } = await request()
  assert.equal(headers.get('etag'), etag)
  assert.match(headers.get('cache-control') ?? '', /^private, max-age=3600, immutable$/)
  for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
    const response = await request({ 'if-none-match': known })
    assert.deepEqual([response.status, (await bodyOf(response)).length], [304, 0])
  }
  assert.equal((await request({ 'if-none-match': '"other"' })).status, 200)
})

test('[FIL-11] HEAD sends the headers of GET', async () => {
  const { request, bytes } = await stored()
  const response = await request({}, 'HEAD')
  assert.deepEqual(
    [response.status, response.headers.get('content-length'), response.headers.get('content-type')],
    [200, String(bytes.length), 'image/png'],
  )
  assert.equal((await bodyOf(response)).length, 0)
})

test('[FIL-8] every file is sandboxed and never sniffed; its name cannot break out of its header', async () => {
  const { url, dependencies, etag } = await stored()
  const hash = etag.slice(1, -1)
  const name = 'Plän "x"\r\nSet-Cookie: a=b %.pdf'
  const response = await fetch(url + signFileUrl(dependencies.fileKey, { hash, mime: 'application/pdf', name }))
  const { headers } = response
  assert.deepEqual(
    [
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('content-security-policy'),
      headers.get('set-cookie'),
    ],
    ['application/pdf', 'nosniff', "sandbox; default-src 'none'", null],
  )
  assert.equal(
    headers.get('content-disposition'),
    `inline; filename="Pl_n _x___Set-Cookie: a=b _.pdf"; filename*=UTF-8''Pl%C3%A4n%20%22x%22%0D%0ASet-Cookie%3A%20a%3Db%20%25.pdf`,
  )
})
