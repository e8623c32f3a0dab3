// Runs in a child process: the fonts of the board, for Skia.

import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

/** The file names of the fonts by the family names in drawing/font.ts. */
const families = {
  Dosis: 'dosis',
  Arimo: 'arimo',
  Tinos: 'tinos',
  'Source Code Pro': 'source-code-pro',
  Aleo: 'aleo',
  'Exo 2': 'exo-2',
}

const packages: Record<string, string> = {
  dosis: import.meta.resolve('@fontsource/dosis'),
  arimo: import.meta.resolve('@fontsource/arimo'),
  tinos: import.meta.resolve('@fontsource/tinos'),
  'source-code-pro': import.meta.resolve('@fontsource/source-code-pro'),
  aleo: import.meta.resolve('@fontsource/aleo'),
  'exo-2': import.meta.resolve('@fontsource/exo-2'),
}

let isRegistered = false

/** Registers all faces once. The latin-ext subset of a family has the name of the family followed by "ext". */
export function registerFonts(): void {
  if (isRegistered) return
  isRegistered = true
  // Not every family has every face; a missing file is ignored.
  for (const [family, font] of Object.entries(families))
    for (const part of ['latin', 'latin-ext'])
      for (const face of ['400-normal', '700-normal', '400-italic', '700-italic']) {
        const file = new URL(`files/${font}-${part}-${face}.woff2`, packages[font])
        GlobalFonts.registerFromPath(fileURLToPath(file), part === 'latin' ? family : `${family} ext`)
      }
}
