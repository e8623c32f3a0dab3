// What the runner and the live load tell each other.

export type DialectName = 'plain' | 'socket.io' | 'hocuspocus' | 'tessera-changes' | 'tessera-presence'

export interface LiveLoad {
  readonly port: number
  readonly dialect: DialectName
  /** What each connection opens, and with which token and object, as far as the server asks for them. */
  readonly connections: readonly LiveConnection[]
  /** Of those, how many write: the first ones. */
  readonly writers: number
  readonly perSecond: number
  readonly seconds: number
}

export interface LiveConnection {
  readonly room: string
  readonly token: string
  readonly object: string
}

export interface LiveResult {
  readonly sent: number
  readonly deliveries: number
  readonly elapsedSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Of everything that is sent, before what a server puts around it. */
export const messageLength = 400
