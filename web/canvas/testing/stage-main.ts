// The board alone on a page, for benchmarks and for looking at: whoever drives the browser hands over the objects.

import type { Drawable, ThemeName } from '@tessera/drawing'
import type { BoardView } from '../board-view.ts'
import { openBoardView } from '../open-board-view.ts'

interface Scene {
  readonly objects: readonly Drawable[]
  readonly theme?: ThemeName
}

declare global {
  interface Window {
    openStage(scene: Scene): BoardView
  }
}

window.openStage = ({ objects, theme = 'light' }) => {
  const map = new Map(objects.map(object => [object.id, object]))
  return openBoardView(document.getElementById('stage') as HTMLElement, {
    source: { objects: map, onChange: () => () => {} },
    pictures: { address: () => null },
    theme,
  })
}
