// The slot of the menu that follows a paste of several lines. Its code is loaded once the page is idle.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'

const menu = lazyPart(() => import('./paste-offer-menu.tsx').then(found => found.default))

export function PasteOfferSlot() {
  const board = useBoard()
  const offer = useObservable(board.pasteOffer)
  if (!offer) return null
  return <LazyView key={offer.id} part={menu} props={{ offer }} onError={() => board.pasteOffer.set(null)} />
}
