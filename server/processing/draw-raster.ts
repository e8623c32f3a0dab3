// Runs in a child process: draws a board as PNG or WebP.

import { readFile, writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { writePngText } from '../formats/png-text.ts'
import type { PicturePage, PictureTask } from './child-tasks.ts'
import { drawPart, type LoadedScene, objectsOf } from './loaded-scene.ts'

const webpQuality = 82

export async function drawRaster(task: PictureTask, scene: LoadedScene): Promise<void> {
  const [page] = task.pages as [PicturePage]
  const { box, width, height } = page
  const canvas = createCanvas(width, height)
  const part = { camera: { x: box.x, y: box.y, zoom: zoomOf(page) }, width, height }
  drawPart(canvas.getContext('2d'), objectsOf(page, scene), part, { task, scene })
  const bytes = task.format === 'png' ? await canvas.encode('png') : await canvas.encode('webp', webpQuality)
  await writeFile(task.output, task.embed ? writePngText(bytes, 'tessera', await readFile(task.embed, 'utf8')) : bytes)
}

/** Of the longer side, because the sides are rounded to whole pixels. */
const zoomOf = ({ box, width, height }: PicturePage) => (width >= height ? width / box.width : height / box.height)
