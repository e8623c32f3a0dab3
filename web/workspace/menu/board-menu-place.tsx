// Where the menu of the board appears. Its program is fetched once the page has nothing else to do.

import { useBoard } from '../board/board.ts'
import { FetchedPart, laterPart } from '../chrome/fetched-part.tsx'
import { useWatched } from '../watched.ts'

const menu = laterPart(() => import('./board-menu.tsx').then(found => found.default))

export function BoardMenuPlace() {
  const board = useBoard()
  const open = useWatched(board.menu)
  return open && <FetchedPart part={menu} props={{ open }} onLost={() => board.menu.set(null)} />
}
