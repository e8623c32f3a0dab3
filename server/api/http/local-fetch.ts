// Sends requests to the API of this server without a network: they pass the same hooks, checks, limits and log as any other.

import type { FastifyInstance, HTTPMethods } from 'fastify'

/** `address` is the IP address that the requests count for. */
export function localFetch(app: FastifyInstance, address: string): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const body = await bytesOf(init.body)
    const response = await app.inject({
      method: (init.method ?? 'GET') as HTTPMethods & 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
      ...(init.signal ? { signal: init.signal } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) headers.set(name, `${value}`)
    const isEmpty = response.statusCode === 204 || response.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), { status: response.statusCode, headers })
  }
}

async function bytesOf(body: RequestInit['body']): Promise<Buffer | string | undefined> {
  if (body === undefined || body === null) return undefined
  return typeof body === 'string' ? body : Buffer.from(await (body as Blob).arrayBuffer())
}
