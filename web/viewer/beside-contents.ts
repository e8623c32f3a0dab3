// The board beside the contents: whatever is gone to lies in the part that the list leaves free, and a board that is
// seen whole stays so when the list comes and goes.

import type { BoardView } from '../canvas/board-view.ts'
import { fitted, isSameCamera, type Margins } from '../canvas/camera.ts'
import type { Contents } from './contents.ts'
import type { PublishedPages } from './published-pages.ts'

export function keepBesideContents(
  { view, pages, contents }: { view: BoardView; pages: PublishedPages; contents: Contents },
  margins: Margins,
): void {
  let free = margins
  contents.onToggle(() => {
    const { bounds } = pages
    const isWhole = bounds !== null && isSameCamera(view.camera, fitted(bounds, view.size, free))
    free = { ...margins, left: margins.left + contents.covers }
    view.setMargins(free)
    if (isWhole) view.fit(bounds, { animate: true })
  })
}
