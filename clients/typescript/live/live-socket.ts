// The socket of an open workspace: connects, says hello, detects lost connections and reconnects until there is a reason
// to stop. It does not interpret the messages.

import type { ClientMessage, closeCodes, ServerMessage, ServerMessages } from '@tessera/contract/live'
import type { CloseReason, LiveOptions, LiveTiming } from './live-workspace.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

// Repeated here, because importing the contract's values would load every schema into the page.
const code = {
  badMessage: 4400,
  token: 4401,
  notAllowed: 4403,
  noWorkspace: 4404,
  tooMany: 4429,
  tooManyConnections: 4430,
  restart: 1012,
} as const satisfies Partial<typeof closeCodes>
const tooLarge = 1009
/** Another attempt would end the same way. */
const finalCodes: readonly number[] = [code.notAllowed, code.noWorkspace, code.tooManyConnections]

type Problem = ServerMessages['error']['error']

export interface SocketOptions extends Pick<LiveOptions, 'token'> {
  readonly webSocket: () => typeof WebSocket | Promise<typeof WebSocket>
  readonly address: string
  readonly timing: LiveTiming
  /** The fields of the hello message besides the token. */
  readonly hello: () => { after: number | null; as: 'browser' | 'app' }
  readonly onMessage: (message: ServerMessage) => void
  /** The connection is lost and will be retried. */
  readonly onDown: () => void
  /** The service could not read a message. */
  readonly onBadMessage: (error: Problem | null) => void
  /** The service refused the connection for good. */
  readonly onClosed: (closed: CloseReason) => void
}

export class LiveSocket {
  readonly #options: SocketOptions
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #token: string | null = null
  #refusedToken: string | null = null
  #error: Problem | null = null
  #attempts = 0
  #isWelcome = false
  #isClosed = false
  /** Identifies the latest attempt to get a token: earlier ones are ignored. */
  #opening: symbol | null = null

  constructor(options: SocketOptions) {
    this.#options = options
  }

  /** Connects, or reconnects at once instead of waiting for the timer. */
  connect(): void {
    if (this.#isClosed || this.#socket) return
    this.#wait(0)
  }

  /** Returns false if there is no connection. */
  send(message: ClientMessage): boolean {
    if (!this.#isWelcome || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Checks that the service still responds. */
  check(): void {
    if (!this.#isWelcome) {
      this.connect()
      return
    }
    this.send({ type: 'ping' })
    this.#after(this.#options.timing.timeoutMs, () => this.drop())
  }

  /** Drops the connection and opens a new one. */
  drop(): void {
    if (this.#socket) this.#lost(this.#socket, { code: 0, reason: '' })
  }

  close(): void {
    this.#isClosed = true
    this.#disconnect(this.#socket)
  }

  #wait(pauseMs: number): void {
    this.#after(pauseMs, () => void this.#open())
  }

  async #open(): Promise<void> {
    const { token, webSocket } = this.#options
    const attempt = Symbol()
    this.#opening = attempt
    this.#after(this.#options.timing.timeoutMs, () => this.#fail())
    const newToken = Promise.resolve()
      .then(() => token(this.#refusedToken))
      .catch(() => undefined)
    const [received, Socket] = await Promise.all([newToken, webSocket()])
    if (this.#isClosed || this.#opening !== attempt || this.#socket) return
    if (received === undefined) this.#fail()
    else if (received === null || received === this.#refusedToken) this.#closeForGood({ code: code.token, reason: '' })
    else this.#sayHello(received, Socket)
  }

  /** There is no token for the moment: getting one may need the network too. */
  #fail(): void {
    this.#opening = null
    this.#options.onDown()
    if (!this.#isClosed) this.#reconnectLater(null)
  }

  #sayHello(token: string, Socket: typeof WebSocket): void {
    const { address, timing } = this.#options
    this.#token = token
    const socket = new Socket(address)
    this.#socket = socket
    this.#after(timing.timeoutMs, () => this.drop())
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', token: token.replace(/^bearer /i, ''), ...this.#options.hello() }))
    }
    socket.onmessage = ({ data }) => this.#receive(socket, data)
    socket.onclose = event => this.#lost(socket, event)
    // A close event follows.
    socket.onerror = () => {}
  }

  #receive(socket: WebSocket, data: unknown): void {
    if (socket !== this.#socket) return
    const message = readMessage(data)
    if (!message) {
      this.drop()
      return
    }
    if (message.type === 'error') this.#error = message.error
    if (message.type === 'welcome') {
      this.#isWelcome = true
      this.#attempts = 0
      this.#refusedToken = null
    }
    if (this.#isWelcome) this.#after(this.#options.timing.pingAfterMs, () => this.check())
    this.#options.onMessage(message)
  }

  #lost(socket: WebSocket, closed: { code: number; reason: string }): void {
    if (socket !== this.#socket) return
    const isFinal = this.#isFinal(closed.code)
    if (closed.code === code.token) this.#refusedToken = this.#token
    this.#disconnect(socket)
    if (isFinal) {
      this.#closeForGood(closed)
      return
    }
    if (closed.code === code.badMessage || closed.code === tooLarge) this.#options.onBadMessage(this.#error)
    this.#options.onDown()
    if (!this.#isClosed) this.#reconnectLater(closed.code)
  }

  /** A token that was accepted before may have expired. If the next one is refused too, no other will be accepted. */
  #isFinal(closeCode: number): boolean {
    if (closeCode === code.token) return !this.#isWelcome && this.#refusedToken !== null
    return finalCodes.includes(closeCode)
  }

  #reconnectLater(closeCode: number | null): void {
    this.#error = null
    const isExpected = closeCode === code.restart || closeCode === code.token
    // After sending too much, wait as if several attempts had failed.
    if (closeCode === code.tooMany) this.#attempts = Math.max(this.#attempts, 4)
    this.#wait(reconnectDelayMs(isExpected ? 0 : this.#attempts, this.#options.timing))
    this.#attempts += 1
  }

  #closeForGood({ code, reason }: { code: number; reason: string }): void {
    this.#isClosed = true
    this.#disconnect(this.#socket)
    this.#options.onClosed({ code, message: this.#error?.message ?? (reason || 'The token is not accepted') })
  }

  #disconnect(socket: WebSocket | null): void {
    clearTimeout(this.#timer)
    this.#socket = null
    this.#opening = null
    this.#isWelcome = false
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #after(ms: number, run: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(run, ms)
  }
}

function readMessage(data: unknown): ServerMessage | null {
  try {
    const message = JSON.parse(String(data))
    return typeof message?.type === 'string' ? message : null
  } catch {
    return null
  }
}
