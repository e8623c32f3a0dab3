// The kinds of previews of a board, and the camera position for each.

import type { PixelFormat } from '@tessera/contract/formats'
import type { PreviewBounds } from './preview-store.ts'

export interface PreviewKind {
  readonly width: number
  readonly height: number
  /** True if the picture covers exactly the bounds of the board, because the viewer lays it over the board. */
  readonly isExact: boolean
  readonly margin: number
  readonly theme: 'light' | 'dark'
  readonly background: 'board' | 'transparent'
  readonly format: PixelFormat
}

const link = { width: 1_200, height: 630, isExact: false, margin: 40, background: 'board', format: 'png' } as const
const overview = {
  width: 2_048,
  height: 2_048,
  isExact: true,
  margin: 0,
  background: 'transparent',
  format: 'webp',
} as const
const thumbnail = { width: 480, height: 300, isExact: false, margin: 16, background: 'board', format: 'webp' } as const

export const previewKinds = {
  'link-light': { ...link, theme: 'light' },
  'overview-light': { ...overview, theme: 'light' },
  'overview-dark': { ...overview, theme: 'dark' },
  'thumbnail-light': { ...thumbnail, theme: 'light' },
  'thumbnail-dark': { ...thumbnail, theme: 'dark' },
} as const satisfies Record<string, PreviewKind>

export type PreviewName = keyof typeof previewKinds

export interface Framing {
  readonly width: number
  readonly height: number
  readonly camera: { readonly x: number; readonly y: number; readonly zoom: number }
}

/** Shows the whole board, centered, at a zoom of at most 1. */
export function frameBoard(kind: PreviewKind, { left_x, top_y, right_x, bottom_y }: PreviewBounds): Framing {
  const { width, height, margin, isExact } = kind
  if (left_x === null || top_y === null || right_x === null || bottom_y === null)
    return { width, height, camera: { x: 0, y: 0, zoom: 1 } }
  const [wide, high] = [Math.max(1, right_x - left_x), Math.max(1, bottom_y - top_y)]
  const zoom = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high, 1)
  if (isExact) {
    const exact = { width: Math.max(1, Math.round(wide * zoom)), height: Math.max(1, Math.round(high * zoom)) }
    return { ...exact, camera: { x: left_x, y: top_y, zoom } }
  }
  const camera = { x: left_x + wide / 2 - width / 2 / zoom, y: top_y + high / 2 - height / 2 / zoom, zoom }
  return { width, height, camera }
}
