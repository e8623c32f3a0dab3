// Writes to one socket: frames, keepalive pings, close. Tracks how much the client has not read yet. It does not know
// what the messages mean.

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { frameOf } from './frame.ts'

/** With more unread bytes than this, the client counts as slow. */
const slowBytes = 1_048_576
/** A client that keeps sending requests without reading the replies is disconnected at this number of unread bytes. */
const maxBytes = 16_777_216
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
    return this.#socket.writableLength > slowBytes
  }

  /** Writes a whole frame, which may be shared with other sockets. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.#socket.writableLength > maxBytes) this.terminate()
    else this.#socket.write(frame)
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

  /** Pings the client. One that has neither sent nor read anything since the last ping is disconnected. */
  ping(): void {
    const written = (this.#socket as { bytesWritten?: number }).bytesWritten ?? 0
    const read = written - this.#socket.writableLength
    const isAlive = this.#hasReceived || (this.#socket.writableLength > 0 && read > this.#readBytes)
    this.#readBytes = read
    this.#hasReceived = false
    if (!isAlive) this.terminate()
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
