// The live socket: a WebSocket endpoint on the HTTP server. It accepts connections, keeps them alive, and closes them when the
// server shuts down.

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { liveLimits } from '@tessera/contract/live'
import { WebSocketServer } from 'ws'
import { batchedLookups, findBearerToken } from '../../accounts/access/index.ts'
import { type AgentCall, AgentsAtWork, type AgentTiming } from './agents-at-work.ts'
import { closeConnections } from './close-connections.ts'
import { ClusterPresence, type ClusterTiming } from './cluster-presence.ts'
import { Connection } from './connection.ts'
import type { LiveDomain } from './live-domain.ts'
import { LiveHub, type LiveTiming } from './live-hub.ts'
import { recheckAccess } from './recheck-access.ts'
import { SocketWriter } from './socket-writer.ts'

export type Timing = LiveTiming & ClusterTiming & AgentTiming

export interface Live {
  /** The highest number of open connections of a user. */
  readonly mostConnections: number
  /** The number of open connections, including those that have not sent hello. */
  readonly connections: number
  /** Workspaces that are open in this process. */
  readonly rooms: number
  /** Shows that an agent works on a board. Returns at once. */
  showAgent(agent: AgentCall): void
  /** Accepts no more connections, replies to pending changes, and asks clients to reconnect, spread over a few seconds. */
  close(): Promise<void>
}

const defaultTiming: LiveTiming = { helloMs: liveLimits.helloMs, pingMs: 20_000, accessMs: 3_000 }
const path = /^\/api\/workspaces\/([^/?#]*)\/live(?:\?|$)/

export function serveLive(server: Server, domain: LiveDomain, timing: Partial<Timing> = {}): Live {
  const hub = new LiveHub(domain, { ...defaultTiming, ...timing }, batchedLookups(domain.db.read))
  hub.peers = domain.bus && new ClusterPresence(hub, domain.bus, timing)
  const agents = new AgentsAtWork(hub, timing)
  const connections = new Map<Connection, SocketWriter>()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: liveLimits.messageBytes,
    perMessageDeflate: false,
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const uid = path.exec(request.url ?? '')?.[1]
    if (uid === undefined) return refuse(socket, '404 Not Found')
    if (hub.isClosing) return refuse(socket, '503 Service Unavailable')
    const token = findBearerToken(request.headers.authorization) ?? ''
    sockets.handleUpgrade(request, socket, head, webSocket => open(new SocketWriter(webSocket, socket), { uid, token }))
  })

  // Opened outside the listener above: the callbacks of the socket would otherwise keep the request in memory as long
  // as it is open.
  function open(writer: SocketWriter, { uid, token }: { uid: string; token: string }): void {
    const { webSocket } = writer
    const connection = new Connection(writer, { hub, uid, token })
    connections.set(connection, writer)
    webSocket.on('message', (data, isBinary) => connection.receive(data as Buffer, isBinary))
    // ws closes the connection itself after a protocol error, with the codes of the protocol.
    webSocket.on('error', () => {})
    const openedAt = performance.now()
    domain.log.debug({ request_id: connection.connection, workspace: uid }, 'live connection opened')
    webSocket.on('close', (code, reason) => {
      connections.delete(connection)
      connection.onClose()
      const seconds = Math.round((performance.now() - openedAt) / 100) / 10
      domain.log.info(
        {
          request_id: connection.connection,
          workspace: uid,
          user_id: connection.claim?.user_id,
          duration_s: seconds,
          code,
          reason: writer.closeReason || reason.toString(),
        },
        'live connection closed',
      )
    })
  }

  const recheck = (some: Iterable<Connection>) =>
    recheckAccess(hub, some).catch(error =>
      domain.log.warn(
        { err: error },
        `failed to recheck the access of live connections; retrying in ${hub.timing.accessMs / 1_000} s`,
      ),
    )
  hub.onAccessChange = room => recheck([...connections.keys()].filter(one => one.room === room))
  const stopFollowing = domain.db.onCommit('events', (workspaces, tx) => {
    for (const id of workspaces) hub.rooms.get(id)?.onCommit(() => tx && domain.eventsWritten(tx, id))
    hub.peers?.eventsCommitted(workspaces)
  })
  const timers = [
    repeat(hub.timing.pingMs, async () => {
      for (const writer of connections.values()) writer.ping()
      hub.bytesOfUsers.purge()
    }),
    repeat(hub.timing.accessMs, () => recheck(connections.keys())),
  ]

  return {
    get mostConnections() {
      return hub.mostConnections
    },
    get connections() {
      return connections.size
    },
    get rooms() {
      return hub.rooms.size
    },
    showAgent: agent => agents.show(agent),
    async close() {
      hub.isClosing = true
      agents.close()
      await closeConnections(connections)
      stopFollowing()
      hub.peers?.close()
      for (const stop of timers) stop()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Never runs the callback concurrently with itself. */
function repeat(intervalMs: number, callback: () => Promise<void>): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const plan = () => {
    timer = setTimeout(async () => {
      await callback()
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
