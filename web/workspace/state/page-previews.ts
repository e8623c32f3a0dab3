// What is known of the pages that browser widgets show: asked of the service when one is first painted or entered, and
// again before the addresses of its pictures end. It is dressed on the objects for painting; no record has it.

import type { BoardObject, Client, WebPage } from '@tessera/client'
import { type Drawable, stillLook } from '@tessera/drawing'
import { type BrowserWidget, isBrowserWidget } from '../objects/browser-object.ts'
import { observable, type ReadonlyObservable } from './observable.ts'

export interface PagePreview {
  /** As it was when it was asked about. */
  readonly object: BrowserWidget
  readonly state: 'asking' | 'known' | 'failed'
  /** The last that was heard of it. */
  readonly page: WebPage | null
  readonly askedMs: number
}

export interface PagePreviews extends ReadonlyObservable<ReadonlyMap<string, PagePreview>> {
  /** What is known of the object's page; asks where that is nothing, or old. */
  request(object: BrowserWidget): WebPage | null
  /** Looks anew when it is asked next. */
  clear(id: string): void
  /** Told with the id of an object of which more is known. */
  onChange(tell: (id: string) => void): () => void
  /** The object with what is known of its page, always the same one. */
  withPreview(object: Drawable): Drawable
}

const freshMs = 45 * 60_000
const againMs = 15_000
const mostAtOnce = 4

export function openPagePreviews(client: Client, uid: string): PagePreviews {
  const known = observable<ReadonlyMap<string, PagePreview>>(new Map())
  const listeners = new Set<(id: string) => void>()
  const dressed = new WeakMap<Drawable, { readonly page: WebPage; readonly object: Drawable }>()
  const waiting: (() => void)[] = []
  let running = 0

  const put = (still: PagePreview) => known.set(new Map([...known.get(), [still.object.id, still]]))

  const read = async (id: string): Promise<WebPage | null> => {
    if (running >= mostAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
    running += 1
    try {
      return (await client.browsers.getPage(uid, id)).page
    } catch {
      return null
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  const ask = async (object: BrowserWidget, before: WebPage | null) => {
    const asked: PagePreview = { object, state: 'asking', page: before, askedMs: Date.now() }
    put(asked)
    const page = await read(object.id)
    if (known.get().get(object.id) !== asked) return
    put({ ...asked, state: page ? 'known' : 'failed', page: page ?? before })
    for (const tell of listeners) tell(object.id)
  }

  return {
    get: known.get,
    subscribe: known.subscribe,
    request(object) {
      const still = findPreview(known.get(), object)
      if (!still || isOld(still)) void ask(object, still?.page ?? null)
      return still?.page ?? null
    },
    clear(id) {
      known.set(new Map([...known.get()].filter(([one]) => one !== id)))
    },
    onChange(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    withPreview(object) {
      if (known.get().size === 0 || !isBrowserWidget(object as BoardObject)) return object
      const page = findPreview(known.get(), object as BrowserWidget)?.page
      if (!page) return object
      const made = dressed.get(object)
      if (made?.page === page) return made.object
      const next = { ...object, still: stillLook(page) } as Drawable
      dressed.set(object, { page, object: next })
      return next
    },
  }
}

/** Only what was asked about the address that the object has now. */
export function findPreview(
  known: ReadonlyMap<string, PagePreview>,
  { id, url }: Pick<BrowserWidget, 'id' | 'url'>,
): PagePreview | null {
  const still = known.get(id)
  return still?.object.url === url ? still : null
}

const isOld = ({ state, askedMs }: PagePreview) =>
  state !== 'asking' && Date.now() - askedMs > (state === 'known' ? freshMs : againMs)
