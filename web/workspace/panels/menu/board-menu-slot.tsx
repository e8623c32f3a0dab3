// The slot of the board menu. Its code is loaded once the page is idle.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'

const menu = lazyPart(() => import('./board-menu.tsx').then(found => found.default))

export function BoardMenuSlot() {
  const board = useBoard()
  const open = useObservable(board.menu)
  return open && <LazyView part={menu} props={{ open }} onError={() => board.menu.set(null)} />
}
