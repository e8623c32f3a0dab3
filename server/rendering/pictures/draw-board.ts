// Draws a picture of a board in a child process, for the picture endpoint, exports and the command line.

import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPixels, Problem } from '@tessera/contract'
import type { FileStorage } from '../../platform/files/index.ts'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { ChildFailed } from '../sandbox/processing-errors.ts'
import type { Processing } from '../uploads/processing.ts'
import { annotatedObjects, copyDocument, findAnnotatedDocument } from './annotated-document.ts'
import { type BoardSource, overlaps, type SourceObject } from './board-source.ts'
import { copyPictures } from './copy-pictures.ts'
import { writeEmbeddedObjects } from './embed-objects.ts'
import { findRegion, requireObjects, type ShownRegion } from './find-region.ts'
import { layOutPdfPages } from './pdf-pages.ts'
import type { PictureOptions } from './picture-options.ts'
import { type WrittenScene, writeScene } from './picture-scene.ts'
import { padBox, pictureSize, resolutionOf } from './picture-size.ts'

export interface DrawingDependencies {
  readonly files: FileStorage
  readonly withBoardChild: Processing['withBoardChild']
}

/** Reads the board at one point in time. */
export type ReadBoard = <T>(read: (source: BoardSource) => Promise<T>) => Promise<T>

export interface PictureRequest {
  readonly readBoard: ReadBoard
  readonly options: PictureOptions
  readonly title: string
  /** Whether uploaded images may be used, not only the pictures made for the board. */
  readonly hasOriginals: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called once the size is known, before anything is drawn. May throw. */
  readonly onPlanned?: (cost: number) => void
  /** Progress in percent. */
  readonly onProgress?: (progress: number) => void
}

/**
 * Returns the open file, which the caller closes. It is already unlinked. Throws a BadRequest if the board cannot be
 * drawn.
 */
export async function drawBoard(dependencies: DrawingDependencies, request: PictureRequest): Promise<FileHandle> {
  const { readBoard, options, signal, onProgress = () => {} } = request
  const [region, annotated] = await readBoard(async source => [
    await findRegion(source, options),
    await findAnnotatedDocument(source, options, request.hasOriginals),
  ])
  // The size is checked before waiting for a process: a picture that is too large is refused at once.
  if (options.format !== 'pdf') planPages(options, region, [])
  return await dependencies.withBoardChild(async (child, folder, closing) => {
    signal.throwIfAborted()
    const scene = join(folder, 'scene.json')
    const written = await readBoard(source =>
      writeScene(annotated ? annotatedObjects(source, annotated) : objectsIn(source, options, region), scene),
    )
    requireObjects(written.objects, region.box)
    const pages = planPages(options, region, written.objects)
    request.onPlanned?.(costOf(options, pages))
    onProgress(30)
    const { hasOriginals } = request
    const copying = { files: dependencies.files, child, folder, signal: closing, hasOriginals }
    const pictures = await copyPictures(written.pictures, {
      ...copying,
      resolution: resolutionOf(options.format, pages),
    })
    onProgress(50)
    // A picture that the client no longer waits for is cancelled only before this: ending a process costs more than it
    // saves.
    signal.throwIfAborted()
    const output = join(folder, `board.${options.format}`)
    const { format, theme, background, marks } = options
    const document = annotated && (await copyDocument(dependencies.files, folder, annotated))
    const embed = options.hasEmbeddedObjects ? await embedObjects(dependencies, request, region, folder) : null
    const board = { scene, pictures, output, format, theme, background, marks, title: request.title, pages }
    const task: PictureTask = { ...board, ...(document && { document }), ...(embed && { embed }) }
    await child.run('draw-picture', task, { timeoutMs: request.timeoutMs, signal: closing }).catch(explain)
    onProgress(90)
    return await open(output)
  })
}

function embedObjects(
  { files }: DrawingDependencies,
  { readBoard, options, title, hasOriginals }: PictureRequest,
  region: ShownRegion,
  folder: string,
): Promise<string> {
  const reading = { files, hasOriginals, name: title, description: '' }
  const path = join(folder, 'embedded')
  return readBoard(source => writeEmbeddedObjects(objectsIn(source, options, region), reading, path))
}

function planPages(
  options: PictureOptions,
  { box, canvases }: ShownRegion,
  objects: WrittenScene['objects'],
): readonly PicturePage[] {
  const padded = padBox(box, options.padding)
  if (options.format !== 'pdf') return [pictureSize(options, padded)]
  const boxes = objects.map(object => object.box)
  const pages = layOutPdfPages(options, { box: padded, canvases, objects: boxes })
  if (canvases.length === 0) return pages
  // The page of a canvas shows what lies on the canvas, not what lies beside it.
  return pages.map(page => {
    const canvas = padBox(page.box, -options.padding)
    return { ...page, objects: objects.filter(object => overlaps(object.box, canvas)).map(({ id }) => id) }
  })
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

function explain(error: unknown): never {
  if (error instanceof ChildFailed && error.reason === 'timeout')
    throw new Problem('BadRequest', 'Drawing takes too long. Request a smaller region or a smaller scale')
  if (error instanceof ChildFailed && error.reason === 'aborted')
    throw new Problem('ServiceUnavailable', 'The server is shutting down', { retryAfterSeconds: 5 })
  throw error
}
