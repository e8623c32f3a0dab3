// The connection of an open workspace: opened, greeted, watched, and opened again after every break until there is a
// reason to stop. What the messages mean is not its business.

import type { ClientMessage, closeCodes, ServerMessage, ServerMessages } from '@tessera/contract/live'
import type { LiveClosed, LiveOptions, LiveTiming } from './live-workspace.ts'
import { pauseBefore } from './reconnect-delay.ts'

// Spelled out, since importing the contract's values would bring every schema into the page.
const code = {
  badMessage: 4400,
  token: 4401,
  notAllowed: 4403,
  noWorkspace: 4404,
  tooMany: 4429,
  restart: 1012,
} as const satisfies Partial<typeof closeCodes>
const tooLarge = 1009

type Problem = ServerMessages['error']['error']

export interface SocketParts extends Pick<LiveOptions, 'token' | 'WebSocket'> {
  readonly address: string
  readonly timing: LiveTiming
  /** What the greeting says, besides the token. */
  readonly hello: () => { after: number | null; as: 'browser' | 'app' }
  readonly onMessage: (message: ServerMessage) => void
  /** The connection is lost, for the moment. */
  readonly onDown: () => void
  /** The service could not make sense of something that was sent. */
  readonly onBadMessage: (error: Problem | null) => void
  /** It makes no sense to go on. */
  readonly onGivenUp: (closed: LiveClosed) => void
}

export class LiveSocket {
  readonly #parts: SocketParts
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #token: string | null = null
  #refusedToken: string | null = null
  #error: Problem | null = null
  #tries = 0
  #isWelcome = false
  #isClosed = false
  /** Which of several attempts to get a token counts. */
  #opening: symbol | null = null

  constructor(parts: SocketParts) {
    this.#parts = parts
  }

  /** Starts, or tries again at once instead of waiting any longer. */
  connect(): void {
    if (this.#isClosed || this.#socket) return
    this.#wait(0)
  }

  /** False where there is no connection to send it on. */
  send(message: ClientMessage): boolean {
    if (!this.#isWelcome || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Finds out whether the other end is still there. */
  check(): void {
    if (!this.#isWelcome) {
      this.connect()
      return
    }
    this.send({ type: 'ping' })
    this.#after(this.#parts.timing.patienceMs, () => this.drop())
  }

  /** Gives the connection up for a new one. */
  drop(): void {
    if (this.#socket) this.#lost(this.#socket, { code: 0, reason: '' })
  }

  close(): void {
    this.#isClosed = true
    this.#leave(this.#socket)
  }

  #wait(pauseMs: number): void {
    this.#after(pauseMs, () => void this.#open())
  }

  async #open(): Promise<void> {
    const { token } = this.#parts
    const askedFor = Symbol()
    this.#opening = askedFor
    this.#after(this.#parts.timing.patienceMs, () => this.#fail())
    const given = await Promise.resolve()
      .then(() => token(this.#refusedToken))
      .catch(() => undefined)
    if (this.#isClosed || this.#opening !== askedFor || this.#socket) return
    if (given === undefined) this.#fail()
    else if (given === null || given === this.#refusedToken) this.#giveUp({ code: code.token, reason: '' })
    else this.#greet(given)
  }

  /** No token for the moment: whoever gives them may need the network, too. */
  #fail(): void {
    this.#opening = null
    this.#parts.onDown()
    if (!this.#isClosed) this.#tryLater(null)
  }

  #greet(token: string): void {
    const { address, timing } = this.#parts
    this.#token = token
    const Socket = this.#parts.WebSocket ?? globalThis.WebSocket
    const socket = new Socket(address)
    this.#socket = socket
    this.#after(timing.patienceMs, () => this.drop())
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', token: token.replace(/^bearer /i, ''), ...this.#parts.hello() }))
    }
    socket.onmessage = ({ data }) => this.#receive(socket, data)
    socket.onclose = event => this.#lost(socket, event)
    // A close follows, and that is what counts.
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
      this.#tries = 0
      this.#refusedToken = null
    }
    if (this.#isWelcome) this.#after(this.#parts.timing.quietMs, () => this.check())
    this.#parts.onMessage(message)
  }

  #lost(socket: WebSocket, closed: { code: number; reason: string }): void {
    if (socket !== this.#socket) return
    const isFinal = this.#isFinal(closed.code)
    if (closed.code === code.token) this.#refusedToken = this.#token
    this.#leave(socket)
    if (isFinal) {
      this.#giveUp(closed)
      return
    }
    if (closed.code === code.badMessage || closed.code === tooLarge) this.#parts.onBadMessage(this.#error)
    this.#parts.onDown()
    if (!this.#isClosed) this.#tryLater(closed.code)
  }

  /** A token that held until now may have ended; one right after another that was refused is not going to be taken. */
  #isFinal(closeCode: number): boolean {
    if (closeCode === code.token) return !this.#isWelcome && this.#refusedToken !== null
    return closeCode === code.notAllowed || closeCode === code.noWorkspace
  }

  #tryLater(closeCode: number | null): void {
    this.#error = null
    const isExpected = closeCode === code.restart || closeCode === code.token
    // Who sent too much waits as if it had failed a few times already.
    if (closeCode === code.tooMany) this.#tries = Math.max(this.#tries, 4)
    this.#wait(pauseBefore(isExpected ? 0 : this.#tries, this.#parts.timing))
    this.#tries += 1
  }

  #giveUp({ code, reason }: { code: number; reason: string }): void {
    this.#isClosed = true
    this.#leave(this.#socket)
    this.#parts.onGivenUp({ code, message: this.#error?.message ?? (reason || 'The token is not accepted') })
  }

  #leave(socket: WebSocket | null): void {
    clearTimeout(this.#timer)
    this.#socket = null
    this.#opening = null
    this.#isWelcome = false
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #after(ms: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, ms)
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
