// A proxy to the PostgreSQL server of the test run, whose connections can be cut without either side noticing.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface PostgresProxy {
  readonly url: string
  /**
   * Cuts the first connection that sends `text`: PostgreSQL gets what was sent together with it, and after that neither
   * side gets anything. Resolves when that has happened.
   */
  cutAfter(text: string): Promise<void>
  /** Cuts all connections, and new ones from the beginning, until `mend` is called. */
  cutAll(): void
  /** New connections are carried again. */
  mend(): void
  close(): Promise<void>
}

interface Line {
  readonly near: Socket
  readonly far: Socket
  isCut: boolean
}

export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const lines = new Set<Line>()
  let [areNewCut, awaited] = [false, null as { text: string; resolve: () => void } | null]

  const carry = (line: Line, bytes: Buffer) => {
    if (line.isCut) return
    line.far.write(bytes)
    if (!awaited || !bytes.includes(awaited.text)) return
    line.isCut = true
    awaited.resolve()
    awaited = null
  }
  const server = createServer(near => {
    const line = { near, far: connect(Number(target.port), target.hostname), isCut: areNewCut }
    lines.add(line)
    near.on('data', bytes => carry(line, bytes as Buffer))
    line.far.on('data', bytes => line.isCut || near.write(bytes))
    const end = () => {
      lines.delete(line)
      near.destroy()
      line.far.destroy()
    }
    for (const socket of [near, line.far]) {
      socket.on('error', () => {})
      // The other side of a cut connection does not get to know of its end.
      socket.on('close', () => line.isCut || end())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cutAfter: text => new Promise(resolve => (awaited = { text, resolve })),
    cutAll() {
      areNewCut = true
      for (const line of lines) line.isCut = true
    },
    mend() {
      areNewCut = false
    },
    async close() {
      for (const { near, far } of lines) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
