// The slot of the menu where a connector was dropped. Its code is loaded once the page is idle.

import { createConnector } from '../../actions/connecting/connect-objects.ts'
import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { noOverrides, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'

const menu = lazyPart(() => import('./connector-offer-menu.tsx').then(found => found.default))

export function ConnectorOfferSlot() {
  const board = useBoard()
  const offer = useObservable(board.connectorOffer)
  if (!offer) return null
  const keep = () => {
    board.connectorOffer.set(null)
    board.overrides.set(noOverrides)
    createConnector(board, offer.from, offer.to)
  }
  return <LazyView part={menu} props={{ offer }} onError={keep} />
}
