// Which pages of this browser are still there. A page holds a lock for as long as it lives, and the browser lets go of it
// whatever the end; where there are no locks (pages that were not loaded over https) a sign of life every few seconds does.

export interface PageLife {
  /**
   * True once that page is no more, and only to the first that asked: it is that one's to inherit from. False where this
   * one ends before, or where nobody says when the other does and it has not yet.
   */
  succeeds(page: string): Promise<boolean>
  end(): void
}

export const pageLife = (page: string): PageLife =>
  globalThis.navigator?.locks ? lockedLife(page, navigator.locks) : signalledLife(page, localStorage, window)

const nameOf = (page: string) => `tessera-page-${page}`

function lockedLife(own: string, locks: LockManager): PageLife {
  const over = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const hold = (page: string) =>
    new Promise<boolean>((resolve, reject) => {
      const held = () => {
        resolve(true)
        return over.promise
      }
      locks.request(nameOf(page), { signal: waiting.signal }, held).catch(reject)
    })
  hold(own)
  return {
    succeeds: page => hold(page).catch(() => false),
    end() {
      waiting.abort()
      over.resolve()
    },
  }
}

const signalMs = 5_000
/** Browsers wake hidden pages once a minute. */
const silenceMs = 150_000

export function signalledLife(
  own: string,
  signals: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  pages: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): PageLife {
  const signal = (page: string) => signals.setItem(nameOf(page), String(Date.now()))
  const leave = () => signals.removeItem(nameOf(own))
  const timer = setInterval(() => signal(own), signalMs)
  signal(own)
  // Tells when the page is left or reloaded, not when it crashes.
  pages.addEventListener('pagehide', leave)
  return {
    async succeeds(page) {
      const isOver = Date.now() - Number(signals.getItem(nameOf(page)) ?? 0) > silenceMs
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
