// The connections of the HTTP server, from the start of the process to its end. It listens before the app is open,
// passes requests to the app that currently serves, and closes without failing a request.

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sentBytesOf } from '../../tools/index.ts'
import { connectionTimeouts, type HttpServer } from './server.ts'

/** When the server closes, a connection has this long to deliver a request that is on its way. */
const arrivalMs = 1_000
const pollMs = 20
/** A client that reads less than this in a minute, although more of its response is waiting, has stalled. */
const minReadBytes = 65_536
const stallMs = 60_000

export class HttpListener {
  #app: HttpServer
  #isDraining = false
  readonly #server: Server
  readonly #tcpServers: TcpServer[] = []
  readonly #connections = new Set<Socket>()
  readonly #responses = new Set<ServerResponse>()
  /** How many bytes each connection with a waiting response had read when it was last checked. */
  #readBytes = new Map<Socket, number>()
  readonly #stallTimer: NodeJS.Timeout

  /** `app` serves until `serve` is called with another one. */
  constructor(app: HttpServer, { stallAfterMs = stallMs } = {}) {
    this.#app = app
    this.#stallTimer = setInterval(() => this.#destroyStalled(), stallAfterMs)
    this.#stallTimer.unref()
    this.#server = createServer(connectionTimeouts, (request, response) => this.#onRequest(request, response))
    this.#server.on('connection', socket => this.#onConnection(socket))
    this.#server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
    this.#server.on('clientError', (error, socket) => this.#app.server.emit('clientError', error, socket))
  }

  /** Listens on every address of the host: `localhost` usually has two. Those after the first may be unavailable. */
  async listen(host: string, port: number): Promise<void> {
    const addresses = await lookup(host, { all: true })
    const [first = host, ...others] = addresses.map(({ address }) => address)
    this.#server.listen({ host: first, port })
    await once(this.#server, 'listening')
    if (host === 'localhost') await Promise.allSettled(others.map(address => this.#listenAlso(address, port)))
  }

  get address(): AddressInfo {
    return this.#server.address() as AddressInfo
  }

  serve(app: HttpServer): void {
    this.#app = app
  }

  /** From now on connections end after the response in progress, so that clients move to other nodes. */
  drain(): void {
    this.#isDraining = true
    for (const response of this.#responses) if (!response.headersSent) response.setHeader('connection', 'close')
  }

  /**
   * Accepts no more connections, and resolves when the open ones have ended. Requests that are in progress or on their
   * way are served. Upgraded connections remain open: their owner closes them.
   */
  async close(): Promise<void> {
    this.drain()
    for (const server of [this.#server, ...this.#tcpServers]) server.close()
    clearInterval(this.#stallTimer)
    const startedAt = performance.now()
    while (this.#connections.size > 0) {
      this.#server.closeIdleConnections()
      if (performance.now() - startedAt > arrivalMs) this.#destroyUnused()
      await delay(pollMs)
    }
  }

  async #listenAlso(address: string, port: number): Promise<void> {
    const server = createTcpServer({ allowHalfOpen: true, noDelay: true }, socket =>
      this.#server.emit('connection', socket),
    )
    server.listen({ host: address, port })
    await once(server, 'listening')
    this.#tcpServers.push(server)
  }

  #onConnection(socket: Socket): void {
    this.#connections.add(socket)
    socket.once('close', () => this.#connections.delete(socket))
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isDraining) response.setHeader('connection', 'close')
    this.#responses.add(response)
    response.once('close', () => this.#responses.delete(response))
    this.#app.routing(request, response)
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#connections.delete(socket as Socket)
    if (this.#app.server.emit('upgrade', request, socket, head)) return
    socket.on('error', () => {})
    socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }

  /** What a client does not read stays in memory. */
  #destroyStalled(): void {
    const before = this.#readBytes
    this.#readBytes = new Map()
    for (const { socket } of this.#responses) {
      if (!socket || socket.writableLength === 0) continue
      const read = sentBytesOf(socket)
      const known = before.get(socket)
      if (known !== undefined && read - known < minReadBytes) socket.destroy()
      else this.#readBytes.set(socket, read)
    }
  }

  #destroyUnused(): void {
    const used = new Set([...this.#responses].map(response => response.req.socket))
    for (const socket of this.#connections) if (!used.has(socket)) socket.destroy()
  }
}
