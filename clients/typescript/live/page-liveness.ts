// Detects when another page of this browser is gone. A page holds a lock while it is open, and the browser releases it in
// any case. Without locks (pages that were not loaded over https) each page writes a heartbeat every few seconds.

export interface PageLiveness {
  /**
   * Resolves to true once the other page is gone, for the first caller only, which takes over its changes. False if this
   * page ends first, or if there are no locks and the other page is still open.
   */
  waitForEnd(page: string): Promise<boolean>
  end(): void
}

export const pageLiveness = (page: string): PageLiveness =>
  globalThis.navigator?.locks ? lockLiveness(page, navigator.locks) : heartbeatLiveness(page, localStorage, window)

const nameOf = (page: string) => `tessera-page-${page}`

function lockLiveness(own: string, locks: LockManager): PageLiveness {
  let release = () => {}
  const over = new Promise<void>(resolve => {
    release = resolve
  })
  const waiting = new AbortController()
  const hold = (page: string) =>
    new Promise<boolean>((resolve, reject) => {
      const held = () => {
        resolve(true)
        return over
      }
      locks.request(nameOf(page), { signal: waiting.signal }, held).catch(reject)
    })
  hold(own)
  return {
    waitForEnd: page => hold(page).catch(() => false),
    end() {
      waiting.abort()
      release()
    },
  }
}

const heartbeatMs = 5_000
/** Browsers run the timers of hidden pages once a minute. */
const maxSilenceMs = 150_000

export function heartbeatLiveness(
  own: string,
  signals: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  pages: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): PageLiveness {
  const signal = (page: string) => signals.setItem(nameOf(page), String(Date.now()))
  const leave = () => signals.removeItem(nameOf(own))
  const timer = setInterval(() => signal(own), heartbeatMs)
  signal(own)
  // Fires when the page is closed or reloaded, not when it crashes.
  pages.addEventListener('pagehide', leave)
  return {
    async waitForEnd(page) {
      const isOver = Date.now() - Number(signals.getItem(nameOf(page)) ?? 0) > maxSilenceMs
      if (isOver) signal(page)
      return isOver
    },
    end() {
      clearInterval(timer)
      pages.removeEventListener('pagehide', leave)
      leave()
    },
  }
}
