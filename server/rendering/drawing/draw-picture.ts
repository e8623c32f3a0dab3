// Runs in a child process: draws a picture of a board as the browser draws it.

import type { PictureFormat } from '@tessera/contract/formats'
import type { ChildTasks, PictureTask } from '../sandbox/child-tasks.ts'
import { annotateDocument } from './annotate-document.ts'
import { registerFonts } from './board-fonts.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawRaster } from './draw-raster.ts'
import { drawSvg } from './draw-svg.ts'
import { fitPictures } from './fit-pictures.ts'
import { loadScene } from './loaded-scene.ts'

const formats: Readonly<Record<PictureFormat, (task: PictureTask) => Promise<void>>> = {
  png: drawRaster,
  webp: drawRaster,
  svg: drawSvg,
  pdf: async task => drawPdf(task, await loadScene(task)),
}

export async function drawPicture(task: PictureTask): Promise<ChildTasks['draw-picture']['output']> {
  registerFonts()
  if (task.document) return { pages: await annotateDocument(task, task.document, await loadScene(task)) }
  await formats[task.format]({ ...task, pictures: await fitPictures(task) })
  return { pages: task.pages.length }
}
