// The web page in use. Its code is loaded in the background, or when a page is first used.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'

const frames = lazyPart(() => import('./browser-frames.tsx').then(found => found.BrowserFrames))

export function BrowserFramesSlot() {
  const { activeBrowserId } = useBoard()
  const isUsed = useObservable(activeBrowserId) !== null
  return isUsed ? <LazyView part={frames} props={{}} onError={() => activeBrowserId.set(null)} /> : null
}
