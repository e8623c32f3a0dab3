// The options of a picture, read from a query or from the body of an export. Contradicting options are refused here.

import {
  badField,
  embeddingFormats,
  joinNames,
  type PictureFormat,
  type PictureQuery,
  Problem,
  pixelFormats,
} from '@tessera/contract'
import type { Box } from '@tessera/drawing'

export type Region =
  | { readonly by: 'everything' }
  | { readonly by: 'box'; readonly box: Box }
  | { readonly by: 'canvas'; readonly id: string }
  | { readonly by: 'objects'; readonly ids: readonly string[] }

export interface PictureOptions {
  readonly region: Region
  readonly format: PictureFormat
  /** Pixels per board unit, unless `width` is given. */
  readonly scale: number
  readonly width: number | null
  readonly background: 'board' | 'white' | 'transparent'
  readonly theme: 'light' | 'dark'
  readonly padding: number
  readonly pages: 'one' | 'canvases' | 'tiles'
  readonly paper: 'a4' | 'letter' | 'fit'
  readonly hasEmbeddedObjects: boolean
  /** The objects that get a numbered mark, 1 for the first. */
  readonly marks: readonly string[]
}

/** Throws a BadRequest if the options are invalid. */
export function readPictureOptions(query: PictureQuery): PictureOptions {
  const { format = 'png', scale, width, padding = 32, pages = 'one', paper = 'fit', embed = false } = query
  const region = readRegion(query)
  requireOnlyFor(pixelFormats, format, { scale, width, marks: query.marks })
  requireOnlyFor(['pdf'], format, { pages: query.pages, paper: query.paper })
  requireOnlyFor(embeddingFormats, format, { embed: embed || undefined })
  if (scale !== undefined && width !== undefined)
    throw new Problem('BadRequest', 'Send either scale or width, not both')
  return {
    region,
    format,
    scale: scale ?? 1,
    width: width ?? null,
    background: query.background ?? 'board',
    theme: query.theme ?? 'light',
    padding,
    pages,
    paper,
    hasEmbeddedObjects: embed,
    marks: query.marks?.split(',') ?? [],
  }
}

export function readRegion({ box, canvas, objects }: Pick<PictureQuery, 'box' | 'canvas' | 'objects'>): Region {
  if ([box, canvas, objects].filter(one => one !== undefined).length > 1)
    throw new Problem('BadRequest', 'Send at most one of box, canvas and objects')
  if (box !== undefined) return { by: 'box', box: readBox(box) }
  if (canvas !== undefined) return { by: 'canvas', id: canvas }
  if (objects !== undefined) return { by: 'objects', ids: [...new Set(objects.split(','))] }
  return { by: 'everything' }
}

function readBox(text: string): Box {
  const [x1, y1, x2, y2] = text.split(',').map(Number) as [number, number, number, number]
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  if (box.width === 0 || box.height === 0) throw badField('box', 'must be x1,y1,x2,y2 with a width and a height')
  return box
}

function requireOnlyFor(
  formats: readonly PictureFormat[],
  format: PictureFormat,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (formats.includes(format)) return
  const given = Object.keys(fields).find(name => fields[name] !== undefined)
  if (given !== undefined) throw badField(given, `is only for ${joinNames(formats, 'and')}`)
}
