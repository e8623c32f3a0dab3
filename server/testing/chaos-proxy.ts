// A proxy that simulates a bad network: it delays data, drops responses, cuts connections, and delivers data long after
// the sender has given up. The same seed makes the same choices; their effect depends on timing.

import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { type Random, seededRandom } from './seeded-random.ts'

export interface ChaosProxy {
  /** The URL of the server through the proxy. */
  readonly url: string
  /** From now on everything is delivered without delay. */
  calm(): void
  /** Cuts all current connections. */
  cutAll(): void
  close(): Promise<void>
}

/** What happens to a connection: `deaf` drops responses; `late` is cut for the client, but the server gets the data. */
type Fate = 'lasts' | 'cut' | 'deaf' | 'late'

const fates: readonly Fate[] = ['lasts', 'cut', 'cut', 'deaf', 'late']

export async function chaosProxy(target: string, seed: number): Promise<ChaosProxy> {
  const random = seededRandom(seed)
  const { hostname, port } = new URL(target)
  const lines = new Set<Line>()
  let isCalm = false
  const server = createServer(client => {
    const line = new Line(client, dial(Number(port), hostname), random, isCalm)
    lines.add(line)
    line.onEnd = () => lines.delete(line)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calm() {
      isCalm = true
      for (const line of lines) line.calm()
    },
    cutAll() {
      for (const line of lines) line.cut()
    },
    async close() {
      for (const line of lines) line.end()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

class Line {
  onEnd = () => {}
  readonly #client: Socket
  readonly #server: Socket
  readonly #random: Random
  #fate: Fate
  #isDeaf = false
  #delayMs: number
  #timers = new Set<NodeJS.Timeout>()

  constructor(client: Socket, server: Socket, random: Random, isCalm: boolean) {
    this.#client = client
    this.#server = server
    this.#random = random
    this.#fate = isCalm ? 'lasts' : random.pick(fates)
    this.#delayMs = isCalm ? 0 : random.pick([0, 0, 3, 12])
    const lifeMs = 5 + random.below(150)
    this.#carry(client, server, () => true)
    this.#carry(server, client, () => !this.#isDeaf)
    for (const one of [client, server]) {
      one.setNoDelay(true)
      one.on('error', () => this.end())
      one.on('close', () => this.end())
    }
    if (this.#fate === 'deaf') this.#later(lifeMs / 2, () => this.#stopListening())
    if (this.#fate !== 'lasts') this.#later(lifeMs, () => this.cut())
  }

  calm(): void {
    this.#delayMs = 0
    if (this.#isDeaf) this.cut()
    this.#fate = 'lasts'
  }

  cut(): void {
    if (this.#fate !== 'late') {
      this.end()
      return
    }
    this.#client.removeAllListeners('close')
    this.#client.destroy()
    this.#later(20 + this.#random.below(150), () => this.end())
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#client.destroy()
    this.#server.destroy()
    this.onEnd()
  }

  #stopListening(): void {
    if (this.#fate === 'deaf') this.#isDeaf = true
  }

  /** Keeps the order, whatever the delay. */
  #carry(from: Socket, to: Socket, isDelivered: () => boolean): void {
    let before = Promise.resolve()
    from.on('data', bytes => {
      before = before.then(async () => {
        if (this.#delayMs > 0) await new Promise<void>(resolve => this.#later(this.#delayMs, resolve))
        if (isDelivered() && !to.destroyed) to.write(bytes)
      })
    })
  }

  #later(ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      callback()
    }, ms)
    this.#timers.add(timer)
  }
}
