// Draws a picture of a board in a child process, for the picture endpoint, exports and the command line.

import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPixels } from '@tessera/contract'
import type { FileStorage } from '../../platform/files/index.ts'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { isTooSlow, startDeadline, throwDrawingProblem } from '../sandbox/drawing-deadline.ts'
import type { DrawingLane, DrawingQueue, Requester } from '../sandbox/drawing-queue.ts'
import { type AnnotatedDocument, annotatedObjects, copyDocument, findAnnotatedDocument } from './annotated-document.ts'
import type { BoardSource, SourceObject } from './board-source.ts'
import { copyPictures } from './copy-pictures.ts'
import { writeEmbeddedObjects } from './embed-objects.ts'
import { findRegion, requireObjects, type ShownRegion } from './find-region.ts'
import { layOutPdfPages } from './pdf-pages.ts'
import type { PictureOptions } from './picture-options.ts'
import { readSmallScene, type SmallScene, type WrittenScene, writeScene, writeSmallScene } from './picture-scene.ts'
import { padBox, pictureSize, resolutionOf } from './picture-size.ts'

export interface DrawingDependencies {
  readonly files: FileStorage
  readonly drawing: DrawingQueue
}

/** Reads the board at one point in time. */
export type ReadBoard = <T>(read: (source: BoardSource) => Promise<T>) => Promise<T>

export interface PictureRequest {
  readonly readBoard: ReadBoard
  readonly options: PictureOptions
  readonly title: string
  /** Whether uploaded images may be used, not only the pictures made for the board. */
  readonly hasOriginals: boolean
  readonly requester: Requester
  /** Whether it is drawn for an export, not while the requester waits. */
  readonly isExport?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called once the size is known, before anything is drawn. May throw. */
  readonly onPlanned?: (cost: number) => void
  /** Progress in percent. */
  readonly onProgress?: (progress: number) => void
}

/** A picture that takes longer is not small, whatever it shows: it is drawn again among the large ones. */
const smallMs = 3_000

/**
 * Returns the open file, which the caller closes. It is already unlinked. Throws a BadRequest if the board cannot be
 * drawn.
 */
export async function drawBoard(dependencies: DrawingDependencies, request: PictureRequest): Promise<FileHandle> {
  const { options, isExport = false, timeoutMs } = request
  const plan = await request.readBoard(source => planPicture(source, request))
  if (plan.small && !isExport) {
    const { small } = plan
    requireObjects(small.objects, plan.region.box)
    request.onPlanned?.(costOf(options, await planPages(options, plan.region, small.objects)))
    const drawn = await draw(dependencies, request, { ...plan, lane: 'small', timeoutMs: smallMs }).catch(nullIfTooSlow)
    if (drawn) return drawn
  }
  const lane = isExport ? 'exports' : 'large'
  return await draw(dependencies, request, { ...plan, lane, timeoutMs }).catch(throwDrawingProblem)
}

interface PicturePlan {
  readonly region: ShownRegion
  readonly annotated: AnnotatedDocument | null
  /** Null if the scene is too large to be kept while the picture waits. */
  readonly small: SmallScene | null
}

/** Nothing here depends on the size of the board. A picture that is too large is refused before it waits for a process. */
async function planPicture(source: BoardSource, { options, hasOriginals }: PictureRequest): Promise<PicturePlan> {
  const region = await findRegion(source, options)
  const annotated = await findAnnotatedDocument(source, options, hasOriginals)
  const isPdf = options.format === 'pdf'
  const [page] = isPdf ? [] : await planPages(options, region, [])
  const maySmall = !annotated && (isPdf ? options.pages === 'one' : isSmall(options, page as PicturePage))
  return { region, annotated, small: maySmall ? await readSmallScene(objectsIn(source, options, region)) : null }
}

const maxSmallPixels = 5_000_000

const isSmall = ({ format }: PictureOptions, { width, height }: PicturePage) =>
  !hasPixels(format) || width * height <= maxSmallPixels

interface PlannedDrawing extends PicturePlan {
  readonly lane: DrawingLane
  readonly timeoutMs: number
}

async function draw(
  { files, drawing }: DrawingDependencies,
  request: PictureRequest,
  { region, annotated, small, lane, timeoutMs }: PlannedDrawing,
): Promise<FileHandle> {
  const { readBoard, options, requester, hasOriginals, signal, onProgress = () => {} } = request
  return await drawing.use({ lane, requester, signal }, async (child, folder, closing) => {
    signal.throwIfAborted()
    const timeLeft = startDeadline(timeoutMs)
    const scene = join(folder, 'scene.json')
    const written = small
      ? await writeSmallScene(small, scene)
      : await readBoard(source =>
          writeScene(annotated ? annotatedObjects(source, annotated) : objectsIn(source, options, region), scene),
        )
    requireObjects(written.objects, region.box)
    const pages = await planPages(options, region, written.objects)
    // Otherwise it was charged before it waited.
    if (!small) request.onPlanned?.(costOf(options, pages))
    onProgress(30)
    const copying = { files, child, folder, signal: closing, hasOriginals, timeLeft }
    const resolution = resolutionOf(options.format, pages)
    const pictures = await copyPictures(written.pictures, { ...copying, resolution })
    onProgress(50)
    // A picture that the client no longer waits for is cancelled only before this: ending a process costs more than it
    // saves.
    signal.throwIfAborted()
    const output = join(folder, `board.${options.format}`)
    const { format, theme, background, marks } = options
    const document = annotated && (await copyDocument(files, folder, annotated))
    const embed = options.hasEmbeddedObjects ? await embedObjects(files, request, region, folder) : null
    const board = { scene, pictures, output, format, theme, background, marks, title: request.title, pages }
    const task: PictureTask = { ...board, ...(document && { document }), ...(embed && { embed }) }
    await child.run('draw-picture', task, { timeoutMs: timeLeft(), signal: closing })
    onProgress(90)
    return await open(output)
  })
}

function nullIfTooSlow(error: unknown): null {
  return isTooSlow(error) ? null : throwDrawingProblem(error)
}

function embedObjects(
  files: FileStorage,
  { readBoard, options, title, hasOriginals }: PictureRequest,
  region: ShownRegion,
  folder: string,
): Promise<string> {
  const reading = { files, hasOriginals, name: title, description: '' }
  const path = join(folder, 'embedded')
  return readBoard(source => writeEmbeddedObjects(objectsIn(source, options, region), reading, path))
}

async function planPages(
  options: PictureOptions,
  { box, canvases }: ShownRegion,
  objects: WrittenScene['objects'],
): Promise<readonly PicturePage[]> {
  const padded = padBox(box, options.padding)
  if (options.format !== 'pdf') return [pictureSize(options, padded)]
  const boxes = objects.map(object => object.box)
  const pages = await layOutPdfPages(options, { box: padded, canvases, objects: boxes })
  if (canvases.length === 0) return pages
  // The page of a canvas shows what lies on the canvas, not what lies beside it.
  return pages.map(page => ({ ...page, within: padBox(page.box, -options.padding) }))
}

/** The cost in units of the rate limit: by the number of pixels, or of pages. */
const costOf = ({ format }: PictureOptions, pages: readonly PicturePage[]) =>
  hasPixels(format)
    ? Math.ceil(pages.reduce((sum, { width, height }) => sum + width * height, 0) / 1_000_000)
    : pages.length

/** Shadows of objects outside reach this far into the picture. */
const shadowReach = 48

/** Reads the objects of a region, and the strokes on them. */
export function objectsIn(
  source: BoardSource,
  { region, padding }: Pick<PictureOptions, 'region' | 'padding'>,
  { box }: Pick<ShownRegion, 'box'>,
): AsyncIterable<readonly SourceObject[]> {
  switch (region.by) {
    case 'everything':
      return source.list(null)
    case 'box':
      return source.list(padBox(box, padding + shadowReach))
    case 'canvas':
      return source.list(box)
    case 'objects':
      return namedObjects(source, region.ids)
  }
}

async function* namedObjects(source: BoardSource, ids: readonly string[]): AsyncGenerator<readonly SourceObject[]> {
  yield await source.find(ids)
  const named = new Set(ids)
  yield (await source.listOn(ids)).filter(({ id }) => !named.has(id))
}
