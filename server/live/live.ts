// The live socket: an address beside those of HTTP on the same server. Takes connections, looks after them, and lets go of
// them when the server ends.

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '@tessera/contract'
import { liveLimits } from '@tessera/contract/live'
import { WebSocketServer } from 'ws'
import { batchedLookups } from '../access/access.ts'
import { findBearerToken } from '../access/bearer-token.ts'
import { askAnew } from './recheck-access.ts'
import { Connection } from './connection.ts'
import { House, type LiveTiming } from './live-hub.ts'
import type { LiveDomain } from './live-domain.ts'
import { Nodes, type NodeTiming } from './cluster-presence.ts'
import { Wire } from './socket-writer.ts'

export type Timing = LiveTiming & NodeTiming

export interface Live {
  /** Takes nothing new, answers the changes under way, says goodbye to everybody. */
  close(): Promise<void>
}

const usualTiming: LiveTiming = { helloMs: liveLimits.helloMs, probeMs: 20_000, accessMs: 3_000 }
const drainMs = 10_000
const goodbyeMs = 3_000
const path = /^\/api\/workspaces\/([^/?#]*)\/live\/?(?:[?#]|$)/

export function serveLive(server: Server, domain: LiveDomain, timing: Partial<Timing> = {}): Live {
  const house = new House(domain, { ...usualTiming, ...timing }, batchedLookups(domain.db.read))
  house.neighbours = domain.bus && new Nodes(house, domain.bus, timing)
  const connections = new Map<Connection, Wire>()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: liveLimits.messageBytes,
    perMessageDeflate: false,
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const uid = path.exec(request.url ?? '')?.[1]
    if (uid === undefined) return refuse(socket, '404 Not Found')
    if (house.isClosing) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, webSocket => {
      const wire = new Wire(webSocket, socket)
      const connection = new Connection(wire, { house, uid, token: findBearerToken(request.headers.authorization) ?? '' })
      connections.set(connection, wire)
      webSocket.on('message', (data, isBinary) => connection.receive(data as Buffer, isBinary))
      // What breaks the protocol is answered by ws itself, with the protocol's own codes.
      webSocket.on('error', () => {})
      webSocket.on('close', () => {
        connections.delete(connection)
        connection.gone()
      })
    })
  })

  const ask = (some: Iterable<Connection>) =>
    askAnew(house, some).catch(error => domain.log.warn({ err: error }, 'rights of those connected cannot be asked'))
  house.onRights = room => ask([...connections.keys()].filter(one => one.room === room))
  const stopFollowing = domain.db.onCommit('events', (workspaces, tx) => {
    for (const id of workspaces) house.rooms.get(id)?.hear(() => tx && domain.eventsWritten(tx, id))
    house.neighbours?.committed(workspaces)
  })
  const timers = [
    everySoOften(house.timing.probeMs, async () => {
      for (const wire of connections.values()) wire.probe()
    }),
    everySoOften(house.timing.accessMs, () => ask(connections.keys())),
  ]

  return {
    async close() {
      house.isClosing = true
      await changesEnded(house, connections)
      const problem = new Problem('ServiceUnavailable', 'The server is starting anew')
      for (const connection of connections.keys()) connection.fail(problem)
      await allGone(connections)
      stopFollowing()
      house.neighbours?.close()
      for (const stop of timers) stop()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** One after the other, never two at once. */
function everySoOften(intervalMs: number, act: () => Promise<void>): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const plan = () => {
    timer = setTimeout(async () => {
      await act()
      if (!isStopped) plan()
    }, intervalMs)
    timer.unref()
  }
  plan()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function changesEnded(house: House, connections: ReadonlyMap<Connection, Wire>): Promise<void> {
  const areOver = () => [...connections.keys()].every(connection => connection.changesUnderWay === 0)
  if (areOver()) return
  const over = new Promise<void>(resolve => {
    house.changeEnded = () => {
      if (areOver()) resolve()
    }
  })
  await Promise.race([over, delay(drainMs, undefined, { ref: false })])
}

async function allGone(connections: ReadonlyMap<Connection, Wire>): Promise<void> {
  const deadline = performance.now() + goodbyeMs
  while (connections.size > 0 && performance.now() < deadline) await delay(10)
  for (const wire of connections.values()) wire.cut()
}
