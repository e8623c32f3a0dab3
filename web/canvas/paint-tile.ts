// Paints a tile, or the part of one that is out of date, with the looks of drawing/.

import { type Arrangement, type Box, drawArrangement, type SceneOptions, type Surface } from '@tessera/drawing'
import type { ClosablePicture, Tile, TileSet } from './tile-set.ts'

/** Where tiles are painted before they become pictures. */
export interface Easel {
  /** An empty surface of so many pixels, good until `finish`. */
  begin(side: number): Surface
  finish(): ClosablePicture
}

export interface TileScene extends Pick<SceneOptions, 'theme' | 'picture' | 'layer'> {
  arrangedIn(box: Box): Arrangement
}

export function paintTile(tile: Tile, set: TileSet, scene: TileScene, easel: Easel) {
  const before = tile.picture
  tile.picture = paintedPicture(tile, set, scene, easel)
  tile.isPainted = true
  tile.stale = null
  before?.close?.()
}

function paintedPicture(tile: Tile, set: TileSet, scene: TileScene, easel: Easel): ClosablePicture | null {
  const part = tile.picture && partInPixels(tile, set)
  if (tile.picture && part && !isMost(part, set.side)) return renewedPart(tile, tile.picture, part, set, scene, easel)
  const arrangement = scene.arrangedIn(withReach(tile.box, set))
  if (isEmpty(arrangement)) return null
  draw(easel.begin(set.side), tile, set, scene, arrangement)
  return easel.finish()
}

function renewedPart(tile: Tile, before: object, part: Box, set: TileSet, scene: TileScene, easel: Easel) {
  const surface = easel.begin(set.side)
  surface.drawImage(before, 0, 0, set.side, set.side)
  surface.save()
  surface.beginPath()
  surface.rect(part.x, part.y, part.width, part.height)
  surface.clip()
  surface.clearRect(part.x, part.y, part.width, part.height)
  const box = {
    x: tile.box.x + part.x / set.scale,
    y: tile.box.y + part.y / set.scale,
    width: part.width / set.scale,
    height: part.height / set.scale,
  }
  draw(surface, tile, set, scene, scene.arrangedIn(withReach(box, set)))
  surface.restore()
  return easel.finish()
}

function draw(
  surface: Surface,
  { box }: Tile,
  { side, scale, ratio }: TileSet,
  scene: TileScene,
  arrangement: Arrangement,
) {
  const { theme, picture, layer } = scene
  surface.save()
  surface.setTransform(ratio, 0, 0, ratio, 0, 0)
  const camera = { x: box.x, y: box.y, zoom: scale / ratio }
  const view = { camera, width: side / ratio, height: side / ratio }
  drawArrangement(surface, arrangement, { ...view, theme, picture, layer, background: 'none' })
  surface.restore()
}

/** Whole pixels, so that the edge of the part leaves no trace. */
function partInPixels({ box, stale }: Tile, { scale, side }: TileSet): Box | null {
  if (!stale) return null
  const x = Math.max(0, Math.floor((stale.x - box.x) * scale) - 1)
  const y = Math.max(0, Math.floor((stale.y - box.y) * scale) - 1)
  const right = Math.min(side, Math.ceil((stale.x + stale.width - box.x) * scale) + 1)
  const bottom = Math.min(side, Math.ceil((stale.y + stale.height - box.y) * scale) + 1)
  return { x, y, width: right - x, height: bottom - y }
}

/** Lines that would be thinner than a pixel are painted a little beyond their box. */
function withReach({ x, y, width, height }: Box, { scale }: TileSet): Box {
  const reach = 2 / scale
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
}

const isEmpty = ({ objects, strokesOnBoard }: Arrangement) => objects.length === 0 && strokesOnBoard.length === 0
const isMost = ({ width, height }: Box, side: number) => width * height > 0.6 * side * side
