// One socket: frames out, messages in, how much is waiting to be read at the other end. What the messages mean is not
// known here.

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { frameOf } from './frame.ts'

/** More than this waiting to be read, and the other end counts as slow. */
const slowBytes = 1_048_576
/** Whoever asks and asks without reading the answers is cut off at this. */
const mostBytes = 16_777_216
/** In long answers the next part goes out once less than this is waiting. */
const readyBytes = 131_072
const closingMs = 3_000

export class Wire {
  readonly #webSocket: WebSocket
  readonly #socket: Duplex
  #wasHeard = true
  #taken = 0
  #isEnding = false

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket
    this.#socket = socket
    webSocket.on('pong', () => this.heard())
    webSocket.on('ping', () => this.heard())
  }

  get isOpen(): boolean {
    return !this.#isEnding && this.#webSocket.readyState === this.#webSocket.OPEN
  }

  get isSlow(): boolean {
    return this.#socket.writableLength > slowBytes
  }

  /** A whole frame, which others may be given too. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.#socket.writableLength > mostBytes) this.cut()
    else this.#socket.write(frame)
  }

  send(text: string): void {
    this.write(frameOf(text))
  }

  /** Something came in, so there is somebody. */
  heard(): void {
    this.#wasHeard = true
  }

  /** Until there is room for more, or the socket is closed. */
  async ready(): Promise<void> {
    while (this.isOpen && this.#socket.writableLength > readyBytes) await this.#drained()
  }

  /** Until everything is written, or the socket is closed. */
  #drained(): Promise<void> {
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

  /** Asks whether somebody is there; who neither said nor took anything since the last time is cut off. */
  probe(): void {
    const taken = (this.#socket as { bytesWritten?: number }).bytesWritten ?? 0
    const progress = taken - this.#socket.writableLength
    const isAlive = this.#wasHeard || (this.#socket.writableLength > 0 && progress > this.#taken)
    this.#taken = progress
    this.#wasHeard = false
    if (!isAlive) this.cut()
    else if (this.isOpen) this.#webSocket.ping()
  }

  /** Without a word. */
  cut(): void {
    this.#webSocket.terminate()
  }

  /** Says goodbye; who does not answer is cut off. */
  end(code: number, reason: string): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#webSocket.close(code, reason.slice(0, 100))
    const late = setTimeout(() => this.cut(), closingMs)
    this.#webSocket.once('close', () => clearTimeout(late))
  }
}
