// The REST API of Miro with one board, for tests of imports.

import type { RequestListener } from 'node:http'

export const miroImage = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGPQm/8eK2IYXBIA9ilLIRFbp8YAAAAASUVORK5CYII=', 'base64') // biome-ignore format: a picture
const note = (id: number) => ({ id: `n${id}`, type: 'sticky_note', data: { content: `<p>Note ${id}</p>` }, position: { x: id * 300, y: 0 }, geometry: { width: 199, height: 228 } }) // biome-ignore format: an item

/** Has the board `uXjVK=`. Replies as Miro does: pages with a cursor, a limit on requests, images at another address. */
export function fakeMiro(token: string): { handler: RequestListener; seen: string[] } {
  const seen: string[] = []
  let isLimited = true
  const handler: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    seen.push(`${url.pathname} ${request.headers.authorization ?? 'no token'}`)
    const reply = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (url.pathname === '/bytes') return response.writeHead(200, { 'content-type': 'image/png' }).end(miroImage)
    if (request.headers.authorization !== `Bearer ${token}`) return reply(401, { message: `bad token ${token}` })
    if (url.pathname === '/image') return reply(200, { url: `${url.origin}/bytes` })
    if (!url.pathname.startsWith('/v2/boards/uXjVK%3D/')) return reply(404, {})
    if (url.pathname.endsWith('/connectors'))
      return reply(200, { data: [{ startItem: { id: 'n0' }, endItem: { id: 'n60' }, shape: 'straight' }] })
    if (url.searchParams.has('cursor') && isLimited) {
      isLimited = false
      return reply(429, {}, { 'retry-after': '0' })
    }
    if (url.searchParams.has('cursor')) {
      const image = { id: 'i1', type: 'image', data: { imageUrl: `${url.origin}/image?redirect=true` } }
      return reply(200, { data: [...Array.from({ length: 20 }, (_, index) => note(50 + index)), image] })
    }
    return reply(200, { data: Array.from({ length: 50 }, (_, index) => note(index)), cursor: 'MzQ=' })
  }
  return { handler, seen }
}
