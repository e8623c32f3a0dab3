// The choices in the Export dialog. The last ones are kept in this browser.

import {
  type ContentExportFormat,
  contentExportFormats,
  type PictureFormat,
  pictureFormats,
} from '@tessera/contract/formats'

export const scales = [0.5, 1, 2, 3, 4] as const
export const backgrounds = ['board', 'white', 'transparent'] as const
export const themes = ['light', 'dark'] as const
export const paddings = [0, 16, 32, 64] as const
export const pageSorts = ['one', 'canvases', 'tiles'] as const
export const papers = ['fit', 'a4', 'letter'] as const

export interface ExportChoice {
  readonly format: PictureFormat | ContentExportFormat
  readonly scale: number
  readonly background: (typeof backgrounds)[number]
  readonly theme: (typeof themes)[number]
  readonly padding: number
  readonly pages: (typeof pageSorts)[number]
  readonly paper: (typeof papers)[number]
  /** Whether the file carries the objects, so that dropping it on a board recreates them. */
  readonly isEmbedded: boolean
}

/** Which part of the board. */
export type ExportRegion =
  | { readonly what: 'selection'; readonly ids: readonly string[] }
  | { readonly what: 'canvas'; readonly id: string }
  | { readonly what: 'everything' }

export const firstChoice: ExportChoice = {
  format: 'png',
  scale: 2,
  background: 'board',
  theme: 'light',
  padding: 32,
  pages: 'one',
  paper: 'fit',
  isEmbedded: true,
}

const storageKey = 'tessera-export'

/** Leaves out values that are no longer offered. */
export function readLastChoice(): ExportChoice {
  try {
    return acceptedChoice(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return firstChoice
  }
}

export function keepLastChoice(choice: ExportChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice))
  } catch {
    // Without storage the dialog starts with the defaults.
  }
}

export function acceptedChoice(stored: unknown): ExportChoice {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const accepted = Object.entries(offered).filter(([name, values]) => values.includes(given[name]))
  return { ...firstChoice, ...Object.fromEntries(accepted.map(([name]) => [name, given[name]])) }
}

const offered: Readonly<Record<keyof ExportChoice, readonly unknown[]>> = {
  format: [...pictureFormats, ...contentExportFormats],
  scale: scales,
  background: backgrounds,
  theme: themes,
  padding: paddings,
  pages: pageSorts,
  paper: papers,
  isEmbedded: [true, false],
}
