// Runs in a child process: loads the objects and pictures of a picture task, and draws a page of them.

import { readFile } from 'node:fs/promises'
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import {
  type Box,
  bounds,
  type Drawable,
  drawScene,
  type Layer,
  rendererOf,
  type SceneOptions,
  type Surface,
} from '@tessera/drawing'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'

export interface LoadedScene {
  readonly objects: readonly Drawable[]
  readonly picture: SceneOptions['picture']
}

export async function loadScene(task: PictureTask): Promise<LoadedScene> {
  const [objects, pictures] = await Promise.all([readObjects(task), loadPictures(task.pictures)])
  return { objects, picture: key => pictures.get(key) ?? null }
}

/** The part of a page that is drawn. Its corner lies at the origin of the surface. */
export interface DrawnPart {
  readonly camera: SceneOptions['camera']
  /** Measured in screen units: board units times the zoom of the camera. */
  readonly width: number
  readonly height: number
}

/** `layer` creates the surface for strokes with erasers among them. */
export function drawPart(
  surface: Surface,
  objects: readonly Drawable[],
  part: DrawnPart,
  {
    task,
    scene,
    layer = canvasLayer,
    layerScale = 1,
  }: { task: PictureTask; scene: LoadedScene; layer?: SceneOptions['layer']; layerScale?: number },
): void {
  const { background } = task
  if (background === 'white') {
    surface.fillStyle = '#ffffff'
    surface.fillRect(0, 0, part.width, part.height)
  }
  drawScene(surface, objects, {
    ...part,
    theme: themeOf(task),
    background: background === 'board' ? 'plain' : 'none',
    picture: scene.picture,
    layer,
    layerScale,
  })
}

/** The colors of the dark theme are not readable on white. */
export const themeOf = ({ theme, background }: PictureTask) => (background === 'white' ? 'light' : theme)

/** Returns the objects that a page shows. */
export function objectsOf(
  { objects: ids, within }: PicturePage,
  { objects }: Pick<LoadedScene, 'objects'>,
): readonly Drawable[] {
  if (!ids && !within) return objects
  const shown = new Set(ids ?? [])
  if (within)
    for (const object of objects) if (ownerOf(object) === '' && overlaps(boxOf(object), within)) shown.add(object.id)
  return objects.filter(object => shown.has(object.id) || shown.has(ownerOf(object)))
}

const ownerOf = (object: Drawable) => rendererOf(object).attachedTo?.(object) ?? ''

/** Each page looks at the boxes of all objects. */
const boxes = new WeakMap<Drawable, Box>()

function boxOf(object: Drawable): Box {
  const box = boxes.get(object) ?? bounds(object)
  boxes.set(object, box)
  return box
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

function canvasLayer(width: number, height: number): Layer {
  const canvas = createCanvas(width, height)
  return { surface: canvas.getContext('2d'), picture: canvas }
}

export const readObjects = async ({ scene }: PictureTask): Promise<Drawable[]> =>
  JSON.parse(await readFile(scene, 'utf8'))

/** An unreadable picture is left out: the board then shows a placeholder. */
async function loadPictures(paths: Readonly<Record<string, string>>): Promise<Map<string, Image>> {
  const found = new Map<string, Image>()
  for (const [key, path] of Object.entries(paths)) {
    const picture = await loadImage(await readFile(path)).catch(() => null)
    if (picture) found.set(key, picture)
  }
  return found
}
