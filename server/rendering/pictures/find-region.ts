// Determines which part of a board a picture shows.

import { type Kind, kinds, Problem } from '@tessera/contract'
import { type Box, boxAround } from '@tessera/drawing'
import { notFound } from '../../accounts/access/index.ts'
import { type BoardSource, drawableBox, overlaps, ownerOf, type SourceObject } from './board-source.ts'
import type { PictureOptions } from './picture-options.ts'

export interface ShownRegion {
  readonly box: Box
  /** The canvases in it, if each of them gets a page. */
  readonly canvases: readonly (Box & { readonly name: string; readonly slide: number | null })[]
}

/** Throws a BadRequest if there is nothing, or a ResourceNotFound if a named object does not exist. */
export async function findRegion(
  source: BoardSource,
  { region, pages }: Pick<PictureOptions, 'region' | 'pages'>,
): Promise<ShownRegion> {
  const listCanvases = async (list: () => Promise<readonly SourceObject[]>) =>
    pages === 'canvases'
      ? requireFewPages(await list())
          .filter(isGround)
          .map(canvasView)
      : []
  switch (region.by) {
    case 'everything':
      return {
        box: requireBox(await source.findBox()),
        canvases: await listCanvases(() => source.listCanvases(null, maxPages + 1)),
      }
    case 'box': {
      const canvases = await listCanvases(() => source.listCanvases(region.box, maxPages + 1))
      return { box: region.box, canvases }
    }
    case 'canvas': {
      const [canvas] = await source.find([region.id])
      if (!canvas || !isGround(canvas)) throw notFound('canvas')
      return { box: drawableBox(canvas), canvases: await listCanvases(async () => [canvas]) }
    }
    case 'objects': {
      const objects = await getObjects(source, region.ids)
      const boxes = objects.filter(object => ownerOf(object) === null).map(drawableBox)
      return { box: requireBox(boxAround(boxes)), canvases: await listCanvases(async () => objects) }
    }
  }
}

/** Throws a BadRequest if none of the objects is in the region. */
export function requireObjects(objects: readonly { readonly box: Box }[], region: Box): void {
  if (!objects.some(({ box }) => overlaps(touchable(box), touchable(region)))) throw nothingToDraw()
}

async function getObjects(source: BoardSource, ids: readonly string[]): Promise<readonly SourceObject[]> {
  const found = await source.find(ids)
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.find(id => !known.has(id))
  if (missing !== undefined) throw notFound(`object ${missing}`)
  return found
}

const isGround = ({ kind }: SourceObject) => (kinds[kind] as Kind).isGround === true

const maxPages = 1_000

function requireFewPages(canvases: readonly SourceObject[]): readonly SourceObject[] {
  if (canvases.length <= maxPages) return canvases
  throw new Problem(
    'BadRequest',
    `There are more than ${maxPages.toLocaleString('en')} canvases: request a part of the board`,
  )
}

const canvasView = (canvas: SourceObject) => ({
  ...drawableBox(canvas),
  name: String(canvas.record.name),
  slide: typeof canvas.record.slide === 'number' ? canvas.record.slide : null,
})

const nothingToDraw = () => new Problem('BadRequest', 'There are no objects to draw in this region')

function requireBox(box: Box | null): Box {
  if (!box) throw nothingToDraw()
  return box
}

/** A straight line, which has no height or width, overlaps the objects that it crosses. */
const touchable = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.01,
  y: y - 0.01,
  width: width + 0.02,
  height: height + 0.02,
})
