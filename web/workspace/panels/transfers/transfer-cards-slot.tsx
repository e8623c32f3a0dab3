// The slot of the list of imports and exports. Its code is loaded once the page is idle.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useObservable } from '../../state/observable.ts'
import { transfers } from '../../state/transfers.ts'

const cards = lazyPart(() => import('./transfer-cards.tsx').then(found => found.default))

export function TransferCardsSlot() {
  return useObservable(transfers).length > 0 && <LazyView part={cards} props={{}} onError={() => {}} />
}
