// Paints a tile, or the stale part of one, with the renderers of drawing/.

import { type Box, type DrawOrder, drawInOrder, type SceneOptions, type Surface } from '@tessera/drawing'
import type { Tile, TileSet } from './tile-set.ts'

export interface TileScene extends Pick<SceneOptions, 'theme' | 'picture' | 'layer'> {
  drawOrderIn(box: Box): DrawOrder
}

export function paintTile(tile: Tile, set: TileSet, scene: TileScene) {
  const part = (tile.layer && partInPixels(tile, set)) ?? { x: 0, y: 0, width: set.side, height: set.side }
  const drawOrder = scene.drawOrderIn(onBoard(part, tile, set))
  tile.isPainted = true
  tile.stale = null
  if (!tile.layer && isEmpty(drawOrder)) return
  tile.layer ??= set.canvasPool.take(set.side)
  const { surface } = tile.layer
  surface.save()
  surface.setTransform(1, 0, 0, 1, 0, 0)
  surface.beginPath()
  surface.rect(part.x, part.y, part.width, part.height)
  surface.clip()
  surface.clearRect(part.x, part.y, part.width, part.height)
  draw(surface, tile, set, scene, drawOrder)
  surface.restore()
}

function draw(
  surface: Surface,
  { box }: Tile,
  { side, scale, ratio }: TileSet,
  scene: TileScene,
  drawOrder: DrawOrder,
) {
  const { theme, picture, layer } = scene
  surface.setTransform(ratio, 0, 0, ratio, 0, 0)
  const camera = { x: box.x, y: box.y, zoom: scale / ratio }
  const view = { camera, width: side / ratio, height: side / ratio }
  drawInOrder(surface, drawOrder, { ...view, theme, picture, layer, background: 'none' })
}

/** Whole pixels, so that the edge of the part is not visible. */
function partInPixels({ box, stale }: Tile, { scale, side }: TileSet): Box | null {
  if (!stale) return null
  const x = Math.max(0, Math.floor((stale.x - box.x) * scale) - 1)
  const y = Math.max(0, Math.floor((stale.y - box.y) * scale) - 1)
  const right = Math.min(side, Math.ceil((stale.x + stale.width - box.x) * scale) + 1)
  const bottom = Math.min(side, Math.ceil((stale.y + stale.height - box.y) * scale) + 1)
  return { x, y, width: right - x, height: bottom - y }
}

/** A little larger, because lines thinner than a pixel are painted beyond their box. */
function onBoard(part: Box, { box }: Tile, { scale }: TileSet): Box {
  const reach = 2
  return {
    x: box.x + (part.x - reach) / scale,
    y: box.y + (part.y - reach) / scale,
    width: (part.width + 2 * reach) / scale,
    height: (part.height + 2 * reach) / scale,
  }
}

const isEmpty = ({ objects, strokesOnBoard }: DrawOrder) => objects.length === 0 && strokesOnBoard.length === 0
