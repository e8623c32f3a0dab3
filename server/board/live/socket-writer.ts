// Writes to one socket: frames, keepalive pings, close. Tracks how much the client has not read yet. It does not know
// what the messages mean.

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { sentBytesOf } from '../../tools/index.ts'
import { frameOf } from './frame.ts'

/** With more unread bytes than this, the client counts as slow. */
const slowBytes = 1_048_576
/** A client that keeps sending requests without reading the replies is disconnected at this number of unread bytes. */
const maxBytes = 8_388_608
/** What an unread frame takes in memory besides its bytes. */
const frameBytes = 512
/** A client that reads less than this between two pings, although more is waiting, has stalled. */
const minReadBytes = 16_384
const maxStalledPings = 3
/** The next part of a long reply is written once less than this is unread. */
const drainedBytes = 131_072
const closeTimeoutMs = 3_000

export class SocketWriter {
  /** Why the server closed the connection; empty if the client closed it. */
  closeReason = ''
  readonly webSocket: WebSocket
  readonly #socket: Duplex
  #hasReceived = true
  #readBytes = 0
  #stalledPings = 0
  #unreadFrames = 0
  #isClosing = false

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.webSocket = webSocket
    this.#socket = socket
    webSocket.on('pong', () => this.markAlive())
    webSocket.on('ping', () => this.markAlive())
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.webSocket.readyState === this.webSocket.OPEN
  }

  get isSlow(): boolean {
    return this.#unreadBytes > slowBytes
  }

  /** Many small frames take more memory than their bytes. */
  get #unreadBytes(): number {
    return this.#socket.writableLength + this.#unreadFrames * frameBytes
  }

  /** Writes a whole frame, which may be shared with other sockets. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.#unreadBytes > maxBytes) this.terminate()
    else {
      this.#unreadFrames += 1
      this.#socket.write(frame, this.#onRead)
    }
  }

  #onRead = () => {
    this.#unreadFrames -= 1
  }

  send(text: string): void {
    this.write(frameOf(text))
  }

  /** Called when the client has sent something. */
  markAlive(): void {
    this.#hasReceived = true
  }

  /** Waits until the client has read most of what was written, or the socket is closed. */
  async drained(): Promise<void> {
    while (this.isOpen && this.#socket.writableLength > drainedBytes) await this.#nextDrain()
  }

  #nextDrain(): Promise<void> {
    return new Promise(resolve => {
      const done = () => {
        this.#socket.off('drain', done)
        this.#socket.off('close', done)
        resolve()
      }
      this.#socket.on('drain', done)
      this.#socket.on('close', done)
    })
  }

  /**
   * Pings the client. One that has neither sent nor read anything since the last ping is disconnected, and so is one that
   * sends but has stalled for several pings: what it does not read stays in memory.
   */
  ping(): void {
    const read = sentBytesOf(this.#socket)
    const isWaiting = this.#socket.writableLength > 0
    const isAlive = this.#hasReceived || (isWaiting && read > this.#readBytes)
    this.#stalledPings = isWaiting && read - this.#readBytes < minReadBytes ? this.#stalledPings + 1 : 0
    this.#readBytes = read
    this.#hasReceived = false
    if (!isAlive || this.#stalledPings >= maxStalledPings) this.terminate()
    else if (this.isOpen) this.webSocket.ping()
  }

  /** Disconnects without a close message. */
  terminate(): void {
    this.webSocket.terminate()
  }

  /** Sends a close message; a client that does not answer it is disconnected. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.closeReason = reason
    this.webSocket.close(code, reason.slice(0, 100))
    const timer = setTimeout(() => this.terminate(), closeTimeoutMs)
    this.webSocket.once('close', () => clearTimeout(timer))
  }
}
