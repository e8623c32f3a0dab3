// What the Export dialog asks for. The last choice is kept in this browser.

export const pictureFormats = ['png', 'webp', 'svg', 'pdf'] as const
export const fileFormats = ['excalidraw', 'jsoncanvas', 'csv', 'markdown', 'tessera'] as const
export const exportFormats = [...pictureFormats, ...fileFormats] as const

export type PictureFormat = (typeof pictureFormats)[number]
export type ExportFormat = (typeof exportFormats)[number]

export const scales = [0.5, 1, 2, 3, 4] as const
export const backgrounds = ['board', 'white', 'transparent'] as const
export const themes = ['light', 'dark'] as const
export const paddings = [0, 16, 32, 64] as const
export const pageSorts = ['one', 'canvases', 'tiles'] as const
export const papers = ['fit', 'a4', 'letter'] as const

export interface ExportChoice {
  readonly format: ExportFormat
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

export const isPictureFormat = (format: ExportFormat): format is PictureFormat =>
  (pictureFormats as readonly string[]).includes(format)

/** Whether the format is made of pixels. */
export const hasPixels = (format: ExportFormat): format is 'png' | 'webp' => format === 'png' || format === 'webp'

export const canEmbed = (format: ExportFormat): format is 'png' | 'svg' => format === 'png' || format === 'svg'

const storageKey = 'tessera-export'

/** Without values that are not offered any more. */
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
  format: exportFormats,
  scale: scales,
  background: backgrounds,
  theme: themes,
  padding: paddings,
  pages: pageSorts,
  paper: papers,
  isEmbedded: [true, false],
}
