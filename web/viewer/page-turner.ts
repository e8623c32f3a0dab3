// The buttons that turn the pages of a document, placed at the document. The page is local to this browser.

import './page-turner.css'
import type { Drawable } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'
import { onPress } from './board-press.ts'
import { focusedDocument, type VisibleDocument } from './focused-document.ts'
import type { PublishedPages } from './published-pages.ts'

export function openPageTurner(view: BoardView, pages: PublishedPages): void {
  const bar = document.getElementById('pages') as HTMLElement
  const number = document.getElementById('page-number') as HTMLElement
  const previous = document.getElementById('page-previous') as HTMLButtonElement
  const next = document.getElementById('page-next') as HTMLButtonElement
  /** Documents with more than one page. */
  const documents = new Set<string>()
  const openAt = new Map<string, number>()
  let pressed: string | null = null
  let shown: VisibleDocument | null = null

  const pagesOf = (id: string) => pageCount(pages.objects.get(id))

  function updateDocuments(ids: Iterable<string>) {
    for (const id of ids) pagesOf(id) > 1 ? documents.add(id) : documents.delete(id)
  }

  function show() {
    const placed = [...documents].flatMap(id => {
      const box = view.boundsOf(id)
      return box ? [{ id, box }] : []
    })
    shown = focusedDocument(placed, { view: view.viewBox, zoom: view.camera.zoom, pressed })
    bar.hidden = shown === null
    if (shown) place(bar, view, shown)
    if (shown) showPageNumber(shown.id)
  }

  function showPageNumber(id: string) {
    const [page, all] = [openAt.get(id) ?? 1, pagesOf(id)]
    const words = (bar.dataset.pageOf ?? '').replace('{pages}', `${all}`).replace('{page}', `${page}`)
    if (number.textContent !== words) number.textContent = words
    previous.disabled = page <= 1
    next.disabled = page >= all
  }

  function turn(by: number) {
    if (!shown) return
    const { id } = shown
    const page = Math.min(pagesOf(id), Math.max(1, (openAt.get(id) ?? 1) + by))
    openAt.set(id, page)
    view.setPage(id, page)
    showPageNumber(id)
    // A button that becomes disabled loses the focus, so it moves to the other one.
    if (document.activeElement === document.body) (by > 0 ? previous : next).focus()
  }

  previous.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '[') turn(-1)
    if (event.key === ']') turn(1)
  })
  onPress(view, object => {
    pressed = object && pageCount(object) > 1 ? object.id : null
    show()
  })
  view.onCamera(show)
  pages.onChange(ids => {
    updateDocuments(ids ?? pages.objects.keys())
    // By then the view has handled the change, too.
    queueMicrotask(show)
  })
  updateDocuments(pages.objects.keys())
  show()
}

const pageCount = (object: Drawable | undefined): number =>
  object && 'pages' in object && typeof object.pages === 'number' ? object.pages : 0

/** Above the document, or below it, or at its bottom edge; always inside the window and clear of other controls. */
function place(bar: HTMLElement, view: BoardView, { box }: VisibleDocument): void {
  const top = view.boardToScreen({ x: box.x + box.width / 2, y: box.y })
  const bottom = view.boardToScreen({ x: 0, y: box.y + box.height })
  const { offsetWidth: width, offsetHeight: height } = bar
  const x = Math.min(view.size.width - width - 8, Math.max(8, top.x - width / 2))
  const [above, below, last] = [top.y - height - 10, bottom.y + 10, view.size.height - height - 8]
  const y = above >= 72 ? Math.min(above, last - 64) : below <= last ? Math.max(72, below) : last - 64
  bar.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
}
