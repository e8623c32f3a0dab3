// Runs in a child process: draws a picture of a board as the browser draws it.

import { registerFonts } from './board-fonts.ts'
import type { ChildTasks, PictureTask } from './child-tasks.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawRaster } from './draw-raster.ts'
import { type LoadedScene, loadScene } from './loaded-scene.ts'

type DrawFormat = (task: PictureTask, scene: LoadedScene) => Promise<void>

const formats: Readonly<Record<PictureTask['format'], DrawFormat>> = {
  png: drawRaster,
  webp: drawRaster,
  svg: () => Promise.reject(new Error('SVG is not drawn yet')),
  pdf: drawPdf,
}

export async function drawPicture(task: PictureTask): Promise<ChildTasks['draw-picture']['output']> {
  registerFonts()
  await formats[task.format](task, await loadScene(task))
  return { pages: task.pages.length }
}
