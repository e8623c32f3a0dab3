// The protocol of each live server at byte level: the load must be cheap, so no client library is used.

import { type DialectName, type LiveConnection, messageLength } from './live-messages.ts'
import { peer } from './live-peers.ts'

export interface Dialect {
  readonly path: (connection: LiveConnection) => string
  /** Sent once the socket is open. */
  readonly greeting: (connection: LiveConnection) => readonly Buffer[]
  /** Recognizes the message after which the connection is ready. */
  readonly isReady: (bytes: Buffer) => boolean
  /** A message that contains the mark. */
  readonly message: (mark: string, connection: LiveConnection) => Buffer
}

/** A client frame. The mask is zero, so the payload is unchanged. */
function frame(payload: Buffer | string, opcode = 1): Buffer {
  const body = Buffer.from(payload)
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0])
      : Buffer.from([0x80 | opcode, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}

const padMark = (mark: string) => mark.padEnd(messageLength, '.')
const has = (word: string) => (bytes: Buffer) => bytes.includes(word)
const hello = ({ token }: LiveConnection) => [frame(JSON.stringify({ type: 'hello', token, after: null }))]
const live = ({ room }: LiveConnection) => `/api/workspaces/${room}/live`
let changes = 0

const dialects: Record<Exclude<DialectName, 'hocuspocus'>, Dialect> = {
  plain: {
    path: ({ room }) => `/${room}`,
    greeting: () => [],
    isReady: has('welcome'),
    message: mark => frame(padMark(mark)),
  },
  'socket.io': {
    path: ({ room }) => `/socket.io/?EIO=4&transport=websocket&room=${room}`,
    greeting: () => [frame('40')],
    isReady: has('40{'),
    message: mark => frame(`42["m","${padMark(mark)}"]`),
  },
  // The record of a note is about as long as the messages of the others without padding.
  'tessera-changes': {
    path: live,
    greeting: hello,
    isReady: has('"more":false'),
    message: (mark, { object: id }) => {
      const change = {
        type: 'change',
        id: `${process.pid}-${++changes}`,
        changes: [{ op: 'update', id, data: { text: mark } }],
      }
      return frame(JSON.stringify(change))
    },
  },
  'tessera-presence': {
    path: live,
    greeting: hello,
    isReady: has('"more":false'),
    message: mark => {
      const moving = Array.from({ length: 3 }, (_, n) => ({ id: `65f1a2b3c4d5e6f708192a3${n}`, x: n * 100, y: 340 }))
      const view = { x: -1200, y: 340, zoom: 0.75 }
      return frame(JSON.stringify({ type: 'presence', cursor: { x: 12, y: 34 }, view, selection: [mark], moving }))
    },
  },
}

interface Yjs {
  Doc: new () => YDoc
}
interface YDoc {
  getMap(name: string): { set(key: string, value: string): void }
  on(event: 'update', callback: (update: Uint8Array) => void): void
}

const text = (words: string) => Buffer.concat([Buffer.from([words.length]), Buffer.from(words)])
const varint = (value: number) => (value < 128 ? Buffer.from([value]) : Buffer.from([(value & 127) | 128, value >> 7]))

interface Writer {
  readonly doc: YDoc
  /** Unique: many writers of one key make a document slow. */
  readonly key: string
  latest: Uint8Array
}

function hocuspocus(): Dialect {
  const { Doc } = peer<Yjs>('yjs')
  const writers = new Map<LiveConnection, Writer>()
  const writerOf = (connection: LiveConnection) => {
    const known = writers.get(connection)
    if (known) return known
    const made: Writer = { doc: new Doc(), key: `k${writers.size}`, latest: new Uint8Array() }
    made.doc.on('update', update => {
      made.latest = update
    })
    writers.set(connection, made)
    return made
  }
  return {
    path: () => '/',
    // The document name, then authentication with a token, then step 1 of the sync of an empty document.
    greeting: ({ room }) => [
      frame(Buffer.concat([text(room), Buffer.from([2, 0]), text('token')]), 2),
      frame(Buffer.concat([text(room), Buffer.from([0, 0, 1, 0])]), 2),
    ],
    isReady: has('read-write'),
    message: (mark, connection) => {
      const writer = writerOf(connection)
      writer.doc.getMap('m').set(writer.key, padMark(mark))
      const update = Buffer.from(writer.latest)
      return frame(Buffer.concat([text(connection.room), Buffer.from([0, 2]), varint(update.length), update]), 2)
    },
  }
}

export const dialectOf = (name: DialectName): Dialect => (name === 'hocuspocus' ? hocuspocus() : dialects[name])
