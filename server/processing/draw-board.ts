// Runs in a child process: draws a picture of a board as the browser draws it.

import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type Image, loadImage } from '@napi-rs/canvas'
import { type Drawable, drawScene } from '@tessera/drawing'
import type { ChildTasks } from './child-tasks.ts'

type Task = ChildTasks['draw-board']

export async function drawBoard(task: Task['input']): Promise<Task['output']> {
  registerFonts()
  const { width, height, camera, theme, background } = task
  const objects: Drawable[] = JSON.parse(await readFile(task.scene, 'utf8'))
  const pictures = await loadPictures(task.pictures)
  const canvas = createCanvas(width, height)
  drawScene(canvas.getContext('2d'), objects, {
    camera,
    width,
    height,
    theme,
    background,
    picture: key => pictures.get(key) ?? null,
    layer(layerWidth, layerHeight) {
      const layer = createCanvas(layerWidth, layerHeight)
      return { surface: layer.getContext('2d'), picture: layer }
    },
  })
  const bytes = task.format === 'png' ? await canvas.encode('png') : await canvas.encode('webp', 82)
  await writeFile(task.output, bytes)
  return {}
}

/** A picture that cannot be read is left out: the board then shows a placeholder. */
async function loadPictures(paths: Readonly<Record<string, string>>): Promise<Map<string, Image>> {
  const found = new Map<string, Image>()
  for (const [key, path] of Object.entries(paths)) {
    const picture = await loadImage(await readFile(path)).catch(() => null)
    if (picture) found.set(key, picture)
  }
  return found
}

/** By the family names in drawing/font.ts; the latin-ext subset is registered under the name followed by "ext". */
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

function registerFonts(): void {
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
