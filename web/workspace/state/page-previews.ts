// The previews of the web pages that browser objects show: title, picture, and whether they can be framed. A preview is
// requested when an object is first painted or entered, and again before the signed picture URLs expire. It is added to
// objects for painting only; no stored record has it.

import type { BoardObject, Client, WebPage } from '@tessera/client'
import { type Drawable, pagePreview } from '@tessera/drawing'
import { type BrowserWidget, isBrowserWidget } from '../objects/browser-object.ts'
import { observable, type ReadonlyObservable } from './observable.ts'

export interface PagePreview {
  /** The address for which the preview was requested. */
  readonly object: BrowserWidget
  readonly state: 'loading' | 'loaded' | 'failed'
  /** The last known page, also while it is loaded again. */
  readonly page: WebPage | null
  readonly requestedMs: number
}

export interface PagePreviews extends ReadonlyObservable<ReadonlyMap<string, PagePreview>> {
  /** The page as far as it is known; requests it if it is unknown or stale. */
  request(object: BrowserWidget): WebPage | null
  /** The next `request` loads the page again. */
  clear(id: string): void
  /** Called with the id of an object whose page was loaded. */
  onChange(listener: (id: string) => void): () => void
  /** The object with its preview: the same object for the same preview. */
  withPreview(object: Drawable): Drawable
}

const freshMs = 45 * 60_000
const retryMs = 15_000
const maxConcurrent = 4

export function openPagePreviews(client: Client, uid: string): PagePreviews {
  const known = observable<ReadonlyMap<string, PagePreview>>(new Map())
  const listeners = new Set<(id: string) => void>()
  const withPreviews = new WeakMap<Drawable, { readonly page: WebPage; readonly object: Drawable }>()
  const waiting: (() => void)[] = []
  let running = 0

  const put = (preview: PagePreview) => known.set(new Map([...known.get(), [preview.object.id, preview]]))

  const fetchPage = async (id: string): Promise<WebPage | null> => {
    if (running >= maxConcurrent) await new Promise<void>(resolve => waiting.push(resolve))
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

  const load = async (object: BrowserWidget, before: WebPage | null) => {
    const loading: PagePreview = { object, state: 'loading', page: before, requestedMs: Date.now() }
    put(loading)
    const page = await fetchPage(object.id)
    if (known.get().get(object.id) !== loading) return
    put({ ...loading, state: page ? 'loaded' : 'failed', page: page ?? before })
    for (const listener of listeners) listener(object.id)
  }

  return {
    get: known.get,
    subscribe: known.subscribe,
    request(object) {
      // The service does not know an object under its temporary id. Once it is stored, it is painted with its real one.
      if (!isStored(object)) return null
      const preview = findPreview(known.get(), object)
      if (!preview || isStale(preview)) void load(object, preview?.page ?? null)
      return preview?.page ?? null
    },
    clear(id) {
      known.set(new Map([...known.get()].filter(([one]) => one !== id)))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    withPreview(object) {
      if (known.get().size === 0 || !isBrowserWidget(object as BoardObject)) return object
      const page = findPreview(known.get(), object as BrowserWidget)?.page
      if (!page) return object
      const made = withPreviews.get(object)
      if (made?.page === page) return made.object
      const next = { ...object, preview: pagePreview(page) } as Drawable
      withPreviews.set(object, { page, object: next })
      return next
    },
  }
}

/** Null if the preview is that of another address. */
export function findPreview(
  known: ReadonlyMap<string, PagePreview>,
  { id, url }: Pick<BrowserWidget, 'id' | 'url'>,
): PagePreview | null {
  const preview = known.get(id)
  return preview?.object.url === url ? preview : null
}

/** Ids of the service are 24 hexadecimal digits; temporary ids of the client are not. */
const isStored = ({ id }: BrowserWidget) => /^[0-9a-f]{24}$/.test(id)

const isStale = ({ state, requestedMs }: PagePreview) =>
  state !== 'loading' && Date.now() - requestedMs > (state === 'loaded' ? freshMs : retryMs)
