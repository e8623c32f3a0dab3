// The board alone on a page, for benchmarks and manual tests: the driver of the browser passes the objects.

import type { Camera, Drawable, ThemeName } from '@tessera/drawing'
import type { BoardView } from '../board-view.ts'
import { openMinimap } from '../minimap.ts'
import { openBoardView } from '../open-board-view.ts'

interface Stage {
  view: BoardView | null
  /** Resolves when the first picture is complete. */
  start(objects: readonly Drawable[], camera: Camera | null, theme?: ThemeName): Promise<void>
  look(camera: Camera): void
}

declare global {
  interface Window {
    stage: Stage
  }
}

window.stage = {
  view: null,
  async start(objects, camera, theme = 'light') {
    this.view = openBoardView(document.getElementById('stage') as HTMLElement, {
      source: { objects: new Map(objects.map(object => [object.id, object])), onChange: () => () => {} },
      pictures: { address: () => null },
      camera,
      theme,
    })
    await this.view.complete()
    const minimap = document.getElementById('minimap')
    const colors = { ground: '#ffffff', frame: '#0a6660', shade: '#00000014' }
    if (minimap && location.hash === '#minimap') openMinimap(minimap as HTMLCanvasElement, this.view, colors)
  },
  look(camera) {
    this.view?.setCamera(camera)
  },
}
