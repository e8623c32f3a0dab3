// Moves the view to an object: from the contents, or by the hash of the URL. If the object is not loaded yet, the view
// moves to its box in the contents, or once it arrives unless the user has moved the board by then. On a large board the
// object is fetched.

import type { Box } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'
import { linkedId } from '../ui/linked-id.ts'
import type { Contents, ContentsEntry } from './contents.ts'
import { openObjectHighlight } from './object-highlight.ts'
import type { PublishedPages } from './published-pages.ts'

export interface NavigationParts {
  readonly view: BoardView
  readonly pages: PublishedPages
  readonly contents: Contents
  /** Announces the object to screen readers. */
  readonly announce: (text: string) => void
}

export function openNavigation({ view, pages, contents, announce }: NavigationParts): void {
  const mark = openObjectHighlight(view)
  let wanted: string | null = null

  function show(id: string, box: Box, animate: boolean) {
    wanted = null
    view.fit(box, { animate })
    mark.show(box)
    contents.setCurrent(id)
  }

  function choose({ id, box, text }: ContentsEntry) {
    // Replaces the history entry, so that Back leaves the board instead of going through every object.
    history.replaceState(null, '', `#${id}`)
    if (contents.makeRoom()) view.element.focus({ preventScroll: true })
    show(id, box, true)
    announce(text)
  }

  function goToWanted(animate: boolean) {
    if (wanted === null) return
    const box = view.boundsOf(wanted) ?? contents.find(wanted)?.box
    if (box) show(wanted, box, animate)
  }

  function follow(animate: boolean) {
    wanted = linkedId()
    goToWanted(animate)
    if (wanted !== null && !pages.isSmall) void pages.seek(wanted)
  }

  contents.onChoose(choose)
  window.addEventListener('hashchange', () => follow(true))
  // By then the view has handled the change, too.
  pages.onChange(() => queueMicrotask(() => goToWanted(false)))
  for (const taken of ['pointerdown', 'wheel', 'keydown'] as const) {
    view.element.addEventListener(taken, () => {
      wanted = null
    })
  }
  follow(false)
}
