// Where the menu of the board appears. Its program is fetched once the page has nothing else to do.

import { FetchedPart, laterPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import { useWatched } from '../../state/observable.ts'

const menu = laterPart(() => import('./board-menu.tsx').then(found => found.default))

export function BoardMenuPlace() {
  const board = useBoard()
  const open = useWatched(board.menu)
  return open && <FetchedPart part={menu} props={{ open }} onLost={() => board.menu.set(null)} />
}
