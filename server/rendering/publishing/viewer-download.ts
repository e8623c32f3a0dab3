// The menu of the viewer page that downloads pictures of the board, if its publisher allows it. It works without JavaScript.

import { type Html, html } from '../../platform/pages/index.ts'
import type { ShownSnapshot } from './snapshot-store.ts'
import type { ViewerMessages } from './viewer-messages.ts'

type Bounds = Pick<ShownSnapshot, 'left_x' | 'top_y' | 'right_x' | 'bottom_y'>

export interface DownloadableBoard extends Bounds {
  readonly uid: string
  readonly can_download: number
  readonly objects_count: number
}

export function downloadMenu(board: DownloadableBoard, messages: ViewerMessages): Html | false {
  if (board.can_download === 0 || board.objects_count === 0) return false
  const address = (format: string) =>
    `/api/published/${board.uid}/picture?format=${format}${format === 'png' ? `&scale=${pngScale(board)}` : ''}`
  const entries = Object.entries(messages.downloads).map(
    ([format, label]) => html`<li><a href="${address(format)}" download>${label}</a></li>`,
  )
  return html`<details class="viewer-download" id="download"><summary class="viewer-button" aria-label="${messages.download}"><svg class="viewer-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3.500V13M6.500 9.500L10 13l3.500-3.500M3.500 13v3.500h13V13"/></svg><span>${messages.download}</span></summary><ul>${entries}</ul></details>`
}

/** Below the maximum size of a picture. */
const maxPixels = 60_000_000
const maxSidePixels = 32_767
const margin = 64

/** The scale is sharp on most screens, if the picture fits. */
export function pngScale({ left_x, top_y, right_x, bottom_y }: Bounds): number {
  const width = (right_x ?? 0) - (left_x ?? 0) + margin
  const height = (bottom_y ?? 0) - (top_y ?? 0) + margin
  const fitting = Math.min(Math.sqrt(maxPixels / (width * height)), maxSidePixels / Math.max(width, height))
  const largest = Math.floor(fitting * 100) / 100
  return Math.max(0.05, Math.min(2, largest))
}
