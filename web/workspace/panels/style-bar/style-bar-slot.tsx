// The toolbar at the selection. Its code is loaded in the background, or with the first selection.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'

const bar = lazyPart(() => import('./style-bar.tsx').then(found => found.StyleBar))

export function StyleBarSlot() {
  const { selection } = useBoard()
  // If it cannot be loaded, the next selection tries again.
  return useObservable(selection).length > 0 ? <LazyView part={bar} props={{}} onError={() => {}} /> : null
}
