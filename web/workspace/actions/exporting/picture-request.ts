// The request for a choice in the Export dialog, and what is known about the result in advance.

import { canEmbed, extensionOf, formats, hasPixels, isPictureFormat } from '@tessera/contract/formats'
import type { Box } from '@tessera/drawing'
import type { ExportChoice, ExportRegion } from '../../state/export-choice.ts'

/** What the service accepts for one picture. */
const maxPixels = 64_000_000
const maxSidePixels = 32_767
const minScale = 0.05

/** Larger pictures are made in the background, with progress. */
const maxPixelsAtOnce = 16_000_000
const maxObjectsAtOnce = 3_000

/** More ids make an address too long for some proxies. */
const maxIdsInAddress = 400
const maxIdsInRequest = 5_000

export interface Size {
  readonly width: number
  readonly height: number
}

/** In pixels, or in units of the board if the format has none. */
export function sizeOf(box: Box, { format, scale, padding }: ExportChoice): Size {
  const factor = hasPixels(format) ? scale : 1
  return {
    width: Math.max(1, Math.round((box.width + 2 * padding) * factor)),
    height: Math.max(1, Math.round((box.height + 2 * padding) * factor)),
  }
}

type Sides = [width: number, height: number]

/** The largest scale at which the picture is not too large, rounded down to two decimals. */
export function largestScale(box: Box, { padding }: Pick<ExportChoice, 'padding'>): number {
  const [width, height] = [box.width + 2 * padding, box.height + 2 * padding].map(side => Math.max(1, side)) as Sides
  const largest = Math.min(Math.sqrt(maxPixels / (width * height)), maxSidePixels / Math.max(width, height))
  return Math.max(minScale, Math.floor(largest * 100) / 100)
}

/** Whether it takes so long that the user should see the progress and be able to continue working. */
export function needsJob(choice: ExportChoice, box: Box, objects: number, region: ExportRegion): boolean {
  const { format } = choice
  if (!isPictureFormat(format)) return true
  if (!formats[format].export) return false
  if (region.what === 'selection' && region.ids.length > maxIdsInAddress) return true
  const { width, height } = sizeOf(box, choice)
  return objects > maxObjectsAtOnce || (hasPixels(format) && width * height > maxPixelsAtOnce)
}

type Query = Record<string, string | number | boolean>

/** The parameters of the picture endpoint. */
export const pictureQuery = (choice: ExportChoice, region: ExportRegion, box: Box): Query => ({
  ...lookQuery(choice),
  ...regionQuery(region, box, maxIdsInAddress),
})

function lookQuery(choice: ExportChoice): Query {
  const { format, scale, background, theme, padding, pages, paper, isEmbedded } = choice
  return {
    format,
    background,
    theme,
    padding,
    ...(hasPixels(format) ? { scale } : {}),
    ...(format === 'pdf' ? { pages, paper } : {}),
    ...(canEmbed(format) && isEmbedded ? { embed: true } : {}),
  }
}

/** The body of an export in the background. */
export function exportRequest(choice: ExportChoice, region: ExportRegion, box: Box): Query {
  const part = regionQuery(region, box, maxIdsInRequest)
  const { format } = choice
  return isPictureFormat(format) ? { ...lookQuery(choice), ...part } : { format, ...part }
}

/** A picture that is just large enough for the preview in the dialog. */
export function previewQuery(choice: ExportChoice, region: ExportRegion, box: Box, maxSide: number): Query {
  const { width, height } = sizeOf(box, { ...choice, format: 'svg' })
  const scale = Math.min(2, maxSide / Math.max(width, height))
  const background = choice.format === 'pdf' && choice.background === 'transparent' ? 'white' : choice.background
  return pictureQuery(
    { ...choice, format: 'png', background, scale: Math.max(0.05, round(scale)), isEmbedded: false },
    region,
    box,
  )
}

const round = (scale: number) => Math.floor(scale * 1_000) / 1_000

/** The box around the objects replaces a list of ids that is too long. */
function regionQuery(region: ExportRegion, box: Box, maxIds: number): Query {
  if (region.what === 'everything') return {}
  if (region.what === 'canvas') return { canvas: region.id }
  if (region.ids.length <= maxIds) return { objects: region.ids.join(',') }
  return { box: [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round).join(',') }
}

/** A file name that every system accepts. */
export function fileNameFor(name: string, format: ExportChoice['format']): string {
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 100)
  return `${plain || 'board'}.${extensionOf(format)}`
}
