// A collector of traces for tests: receives OTLP over HTTP and decodes its protobuf, of which it knows the fields below.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'

export interface ReceivedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** Empty for a root. */
  readonly parentId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  /** 2 is an error. */
  readonly status: number
}

export interface Collector {
  readonly url: string
  readonly headers: IncomingHttpHeaders[]
  readonly spans: ReceivedSpan[]
  close(): Promise<void>
}

export async function otlpCollector(port = 0): Promise<Collector> {
  const [headers, spans]: [IncomingHttpHeaders[], ReceivedSpan[]] = [[], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      headers.push(request.headers)
      spans.push(...decodeSpans(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.setHeader('content-type', 'application/x-protobuf').end()
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  after(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers, spans, close }
}

type Field = readonly [number: number, value: Buffer | number]

/** The fields of a message: lengths are read as bytes, varints as numbers, fixed64 as bytes. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = () => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = message[at++] as number
      value += (byte & 127) * factor
      factor *= 128
      if (byte < 128) return value
    }
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag & 7
    yield [tag >>> 3, type === 0 ? varint() : bytes(type === 1 ? 8 : type === 5 ? 4 : varint())]
  }
}

const all = (message: Buffer, field: number): Buffer[] =>
  [...fieldsOf(message)].flatMap(([number, value]) => (number === field && Buffer.isBuffer(value) ? [value] : []))

const one = (message: Buffer, field: number): Buffer => all(message, field)[0] ?? Buffer.alloc(0)

const text = (message: Buffer, field: number) => one(message, field).toString()

const number = (message: Buffer, field: number) =>
  [...fieldsOf(message)].flatMap(([key, value]) => (key === field && typeof value === 'number' ? [value] : []))[0] ?? 0

const attributesOf = (message: Buffer, field: number) =>
  Object.fromEntries(
    all(message, field).map(pair => {
      const value = one(pair, 2)
      return [text(pair, 1), all(value, 1).length > 0 ? text(value, 1) : number(value, 3)]
    }),
  )

const decodeSpans = (body: Buffer): ReceivedSpan[] =>
  all(body, 1).flatMap(resourceSpans => {
    const service = String(attributesOf(one(resourceSpans, 1), 1)['service.name'])
    return all(resourceSpans, 2).flatMap(scope =>
      all(scope, 2).map(span => ({
        service,
        traceId: one(span, 1).toString('hex'),
        spanId: one(span, 2).toString('hex'),
        parentId: one(span, 4).toString('hex'),
        name: text(span, 5),
        attributes: attributesOf(span, 9),
        status: number(one(span, 15), 3),
      })),
    )
  })
