// A TCP link to a server that tests can disturb: cut it, let it go silent in both directions while connections stay open
// (a half-open network), delay it, and restore it. HTTP is not understood, so it works for every protocol.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface NetworkLink {
  readonly port: number
  /** Closes every connection and rejects new ones. */
  cut(): void
  /** No data passes any more, and neither side is notified. New connections are accepted and stay silent, too. */
  freeze(): void
  /** All data passes with this delay. */
  delay(ms: number): void
  /** Everything passes again. What a frozen link held back is delivered, or with `isReset` its connections are closed. */
  restore(options?: { isReset?: boolean }): void
  close(): Promise<void>
}

export async function openNetworkLink(target: { host: string; port: number }): Promise<NetworkLink> {
  const pairs = new Set<Pair>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let delayMs = 0
  const server = createServer(near => {
    if (state === 'cut') return void near.destroy()
    const pair = new Pair(near, target, () => pairs.delete(pair))
    pairs.add(pair)
    pair.delayMs = delayMs
    if (state === 'frozen') pair.freeze()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const pair of pairs) pair.end()
  }
  const setDelay = (ms: number) => {
    delayMs = ms
    for (const pair of pairs) pair.delayMs = ms
  }
  const cut = () => {
    state = 'cut'
    endAll()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      state = 'frozen'
      for (const pair of pairs) pair.freeze()
    },
    delay: setDelay,
    restore({ isReset = false } = {}) {
      state = 'open'
      setDelay(0)
      if (isReset) endAll()
      for (const pair of pairs) pair.thaw()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

class Pair {
  delayMs = 0
  readonly #near: Socket
  readonly #far: Socket
  readonly #onEnd: () => void
  #isFrozen = false

  constructor(near: Socket, target: { host: string; port: number }, onEnd: () => void) {
    this.#near = near
    this.#far = connect(target.port, target.host)
    this.#onEnd = onEnd
    this.#carry(this.#near, this.#far)
    this.#carry(this.#far, this.#near)
  }

  freeze(): void {
    this.#isFrozen = true
    this.#near.pause()
    this.#far.pause()
  }

  thaw(): void {
    if (!this.#isFrozen) return
    this.#isFrozen = false
    if (this.#near.destroyed || this.#far.destroyed) {
      this.end()
      return
    }
    this.#near.resume()
    this.#far.resume()
  }

  end(): void {
    this.#near.destroy()
    this.#far.destroy()
    this.#onEnd()
  }

  #carry(from: Socket, to: Socket): void {
    let last = 0
    // What was delayed before comes first, whatever the delay is now.
    const later = (run: () => void) => {
      const now = performance.now()
      last = Math.max(now + this.delayMs, last)
      if (last <= now) run()
      else setTimeout(run, last - now)
    }
    from.setNoDelay(true)
    from.on('error', () => {})
    from.on('close', () => {
      // Behind a frozen link nobody learns that the other side has gone.
      if (!this.#isFrozen) this.end()
    })
    from.on('data', bytes =>
      later(() => {
        if (to.destroyed || to.write(bytes)) return
        from.pause()
        to.once('drain', () => this.#isFrozen || from.resume())
      }),
    )
  }
}
