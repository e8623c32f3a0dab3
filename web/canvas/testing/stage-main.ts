// The board alone on a page, for benchmarks and manual tests: the driver of the browser passes the objects.

import type { Camera, Drawable, ThemeName } from '@tessera/drawing'
import type { BoardView } from '../board-view.ts'
import { openMinimap } from '../minimap.ts'
import { openBoardView } from '../open-board-view.ts'

interface Stage {
  view: BoardView | null
  /** Resolves when the first picture is complete. */
  start(objects: readonly Drawable[], camera: Camera | null, theme?: ThemeName): Promise<void>
  setCamera(camera: Camera): void
  /** Shows the object moved by this offset, as during a drag. */
  drag(id: string, x: number, y: number): void
}

declare global {
  interface Window {
    stage: Stage
  }
}

const objectsById = new Map<string, Drawable>()

window.stage = {
  view: null,
  async start(objects, camera, theme = 'light') {
    for (const object of objects) objectsById.set(object.id, object)
    this.view = openBoardView(document.getElementById('stage') as HTMLElement, {
      source: { objects: objectsById, onChange: () => () => {} },
      pictures: { address: () => null },
      camera,
      theme,
    })
    await this.view.complete()
    const minimap = document.getElementById('minimap')
    const colors = { ground: '#ffffff', frame: '#0a6660', shade: '#00000014' }
    if (minimap && location.hash === '#minimap') openMinimap(minimap as HTMLCanvasElement, this.view, colors)
  },
  setCamera(camera) {
    this.view?.setCamera(camera)
  },
  drag(id, x, y) {
    const object = objectsById.get(id) as Drawable & { x: number; y: number }
    this.view?.setOverrides(new Map([[id, { ...object, x: object.x + x, y: object.y + y }]]))
  },
}
