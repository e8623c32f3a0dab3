// The live servers to compare with, chosen by PEER: bare ws that forwards messages, socket.io, or Hocuspocus. Each message goes
// to all connections of the room, including the sender.

import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { frameOf } from '../server/board/live/frame.ts'
import { peer } from './live-peers.ts'

const port = Number(process.env.PORT)
const server = createServer((_request, response) => {
  const { user, system } = process.cpuUsage()
  response.end(
    `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`,
  )
})
server.listen(port, '127.0.0.1')

interface Ws {
  WebSocketServer: new (options: object) => WsServer
}
interface WsServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, callback: (webSocket: WebSocket) => void): void
}
interface WebSocket {
  send(text: string): void
  on(event: 'message' | 'close', callback: (data: Buffer) => void): void
}

const { WebSocketServer } = peer<Ws>('ws')

const peers: Record<string, () => void> = {
  bare: () => serveBare(false),
  framed: () => serveBare(true),
  'socket.io': serveSocketIo,
  hocuspocus: serveHocuspocus,
}

peers[process.env.PEER ?? '']?.()

interface Client {
  send(text: string): void
  write(frame: Buffer): void
}

function serveBare(isFramedOnce: boolean): void {
  const rooms = new Map<string, Set<Client>>()
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, webSocket => {
      const room = rooms.get(request.url as string) ?? new Set()
      rooms.set(request.url as string, room)
      const client = {
        send: (text: string) => webSocket.send(text),
        write: (frame: Buffer) => void socket.write(frame),
      }
      room.add(client)
      webSocket.on('message', data => {
        const text = String(data)
        const frame = isFramedOnce ? frameOf(text) : null
        for (const one of room) frame ? one.write(frame) : one.send(text)
      })
      webSocket.on('close', () => room.delete(client))
      webSocket.send('welcome')
    })
  })
}

interface SocketIo {
  Server: new (server: unknown, options: object) => IoServer
}
interface IoServer {
  on(event: 'connection', callback: (socket: IoSocket) => void): void
  to(room: string): { emit(event: string, text: string): void }
}
interface IoSocket {
  readonly handshake: { readonly query: Record<string, string> }
  join(room: string): void
  on(event: 'm', callback: (text: string) => void): void
}

function serveSocketIo(): void {
  const { Server } = peer<SocketIo>('socket.io')
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
  io.on('connection', socket => {
    const room = socket.handshake.query.room as string
    socket.join(room)
    socket.on('m', text => io.to(room).emit('m', text))
  })
}

interface Hocuspocus {
  Hocuspocus: new (options: object) => { handleConnection(socket: unknown, request: unknown): void }
}

function serveHocuspocus(): void {
  const { Hocuspocus } = peer<Hocuspocus>('@hocuspocus/server')
  const hocuspocus = new Hocuspocus({ quiet: true })
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, webSocket => hocuspocus.handleConnection(webSocket, request))
  })
}
