// Keeps the view clear of the contents panel: objects are shown in the uncovered part, and a board that is fully in view
// stays so when the panel opens or closes.

import type { BoardView } from '../canvas/board-view.ts'
import type { Margins } from '../canvas/camera.ts'
import type { Contents } from './contents.ts'
import type { PublishedPages } from './published-pages.ts'

export function fitBesideContents(
  { view, pages, contents }: { view: BoardView; pages: PublishedPages; contents: Contents },
  margins: Margins,
): void {
  contents.onToggle(() => {
    const { bounds } = pages
    const isWhole = bounds !== null && view.isFitted(bounds)
    view.setMargins({ ...margins, left: margins.left + contents.coveredWidth })
    if (isWhole) view.fit(bounds, { animate: true })
  })
}
