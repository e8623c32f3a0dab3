// Going to an object: from the contents, and by an address that names it. What is not loaded yet is gone to where the
// contents say that it is, or as soon as it comes, unless a hand has taken the board by then. Of a large board it is asked
// for.

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
  /** Says what has come into view, for who cannot see it. */
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
    // In place of the one before: who looks around should not have to find the way back through all of it.
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
  // The view has heard of it by then, too.
  pages.onChange(() => queueMicrotask(() => goToWanted(false)))
  for (const taken of ['pointerdown', 'wheel', 'keydown'] as const) {
    view.element.addEventListener(taken, () => {
      wanted = null
    })
  }
  follow(false)
}
