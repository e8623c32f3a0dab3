// Runs in a child process: draws a board as SVG, with its text as text, and its fonts and pictures embedded.

import { readFile, writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { SvgDefinitions, type SvgPicture } from '@tessera/drawing/svg-definitions'
import { escapeXml } from '@tessera/drawing/svg-markup'
import { SvgSurface, svgLayer } from '@tessera/drawing/svg-surface'
import sharp from 'sharp'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { embedFonts } from './board-fonts.ts'
import { drawPart, type LoadedScene, objectsOf, readObjects } from './loaded-scene.ts'

/** Objects are drawn in full detail, as if at this zoom, because a vector picture can be enlarged. */
const closeUp = 8

export async function drawSvg(task: PictureTask): Promise<void> {
  const [page] = task.pages as [PicturePage]
  const { box, width, height } = page
  const scene = await readScene(task)
  const definitions = new SvgDefinitions()
  const surface = new SvgSurface(definitions, measureText)
  surface.setTransform(1 / closeUp, 0, 0, 1 / closeUp, 0, 0)
  const part = {
    camera: { x: box.x, y: box.y, zoom: closeUp },
    width: box.width * closeUp,
    height: box.height * closeUp,
  }
  drawPart(surface, objectsOf(page, scene), part, {
    task,
    scene,
    layer: (layerWidth, layerHeight) => svgLayer(definitions, measureText, layerWidth, layerHeight),
  })
  const { markup } = surface
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" ` +
      `height="${height}" viewBox="0 0 ${box.width} ${box.height}" stroke-miterlimit="10" xml:space="preserve">`,
    `<title>${escapeXml(task.title)}</title>`,
    task.embed ? `<metadata id="tessera">${escapeXml(await readFile(task.embed, 'utf8'))}</metadata>` : '',
    `<style>text{white-space:pre}${await embedFonts(definitions.fonts)}${fontClasses(definitions)}</style>`,
    `<defs>${definitions.markup}</defs>`,
    markup,
    '</svg>\n',
  ]
  await writeFile(task.output, svg.join(''))
}

const measuring = createCanvas(1, 1).getContext('2d')

function measureText(text: string, font: string): number {
  measuring.font = font
  return measuring.measureText(text).width
}

const fontClasses = ({ fonts }: SvgDefinitions): string =>
  fonts
    .map(
      ({ name, families, weight, style }) =>
        `.${name}{font-family:${families};font-weight:${weight};font-style:${style}}`,
    )
    .join('')

/** Pictures are embedded without re-encoding them. An unreadable one is left out, and a placeholder is drawn. */
async function readScene(task: PictureTask): Promise<LoadedScene> {
  const found = new Map<string, SvgPicture>()
  for (const [key, path] of Object.entries(task.pictures)) {
    const picture = await readPicture(path).catch(() => null)
    if (picture) found.set(key, picture)
  }
  return { objects: await readObjects(task), picture: key => found.get(key) ?? null }
}

async function readPicture(path: string): Promise<SvgPicture> {
  const bytes = await readFile(path)
  const { autoOrient, format } = await sharp(bytes).metadata()
  const { width, height } = autoOrient
  return { width, height, href: `data:image/${format};base64,${bytes.toString('base64')}` }
}
