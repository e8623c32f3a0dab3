// The messages between the runner and the live load process.

export type DialectName = 'plain' | 'socket.io' | 'hocuspocus' | 'tessera-changes' | 'tessera-presence'

export interface LiveLoad {
  readonly port: number
  readonly dialect: DialectName
  /** The room of each connection, and its token and object if the server needs them. */
  readonly connections: readonly LiveConnection[]
  /** How many of the connections write. */
  readonly writers: number
  readonly perSecond: number
  readonly seconds: number
}

export interface LiveConnection {
  /** The address of another node than that of the load. */
  readonly port?: number
  readonly room: string
  readonly token: string
  readonly object: string
}

export interface LiveResult {
  readonly sent: number
  readonly deliveries: number
  /** WebSocket frames received. One may carry several messages. */
  readonly frames: number
  readonly elapsedSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The sum of every payload, without the envelope of the server. */
export const messageLength = 400
