// Opens the processing of uploaded files: the job handlers for images and documents, avatars and pictures of web pages,
// and the pools of child processes they run in.

import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { FileStorage } from '../../platform/files/index.ts'
import { type JobHandlers, lanes } from '../../platform/jobs/index.ts'
import { openPagePictureTurns } from '../../platform/limits/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { Semaphore } from '../../tools/index.ts'
import { openChildPool } from '../sandbox/child-pool.ts'
import type { Child } from '../sandbox/child-process.ts'
import { type DrawingQueue, openDrawingQueue } from '../sandbox/drawing-queue.ts'
import { limits as defaultLimits, type Limits } from '../sandbox/limits.ts'
import { canDropNetwork } from '../sandbox/sandbox.ts'
import { createOfficeConverter } from './convert-office.ts'
import { type AvatarFile, makeAvatar, makePicture, type PictureSource } from './make-avatar.ts'
import { documentFailure, makeDocumentPages } from './process-document.ts'
import { type ProcessingDependencies, processFile } from './process-file.ts'
import { imageFailure, makeImagePictures } from './process-image.ts'
import type { StoredPictureFile } from './store-pictures.ts'

export interface Processing {
  /** The time limit for reading a board file. */
  readonly readMs: number
  readonly handlers: Pick<JobHandlers, 'process-image' | 'process-document'>
  /** Makes a small picture of a stored image, without metadata. Throws UnreadableFile if it cannot be read. */
  makeAvatar(hash: string): Promise<AvatarFile>
  /**
   * Makes a still picture of an image that is not kept. Returns null if the image is too small, and throws
   * UnrecognizedFile or UnreadableFile if it cannot be read. Users take turns.
   */
  makePicture(source: PictureSource): Promise<StoredPictureFile | null>
  /** Provides child processes for drawing boards. */
  readonly drawing: DrawingQueue
  /** Provides a child process that reads board files. */
  withImportChild<T>(signal: AbortSignal, run: (child: Child, folder: string) => Promise<T>): Promise<T>
  /** Aborts running work; its jobs continue after the next start. */
  close(): void
}

export interface ProcessingSettings {
  readonly db: Database
  readonly files: FileStorage
  readonly dataDir: string
  readonly libreOffice: string
  readonly log: Logger
  /** For tests. */
  readonly limits?: Partial<Limits>
}

export function openProcessing(settings: ProcessingSettings): Processing {
  const { db, files, dataDir, libreOffice, log } = settings
  const limits = { ...defaultLimits, ...settings.limits }
  const folder = openWorkFolder(dataDir)
  void warnIfNetworkRemains(log)
  // There are as many processes as concurrent jobs, so that a hostile file of one organization does not occupy the only
  // process.
  const images = openChildPool({ folder, places: new Semaphore(lanes.images) })
  const documents = openChildPool({ folder, places: new Semaphore(lanes.documents) })
  const imports = openChildPool({ folder, places: new Semaphore(lanes.imports) })
  const convert = createOfficeConverter({ files, program: libreOffice, folder, limits })
  const dependencies: ProcessingDependencies = { db, files, limits, images, documents, convert }
  const closing = new AbortController()
  // A machine with two cores keeps one for the server, which halves the p99 of changes while large pictures are drawn.
  const places = Math.max(1, Math.min(2, availableParallelism() - 1))
  const drawing = openDrawingQueue({ folder, places, closing: closing.signal })
  const turns = openPagePictureTurns()
  const orClosing = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal])
  return {
    readMs: limits.readBoardMs,
    handlers: {
      'process-image': (job, signal) =>
        processFile(dependencies, { job, signal: orClosing(signal) }, makeImagePictures, imageFailure),
      'process-document': (job, signal) =>
        processFile(dependencies, { job, signal: orClosing(signal) }, makeDocumentPages, documentFailure),
    },
    makeAvatar: hash => makeAvatar(dependencies, hash, closing.signal),
    makePicture: source => makePicture({ ...dependencies, folder, turns }, source, closing.signal),
    drawing,
    withImportChild: (signal, run) => imports.use(orClosing(signal), run),
    close() {
      closing.abort(new Error('the server shuts down'))
      images.close()
      documents.close()
      drawing.close()
      imports.close()
    },
  }
}

/** Deletes what a killed server left; no other server uses the same data folder. */
function openWorkFolder(dataDir: string): string {
  const folder = join(dataDir, 'work')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

async function warnIfNetworkRemains(log: Logger): Promise<void> {
  if (await canDropNetwork()) return
  log.warn(
    'The programs that read uploaded files cannot be started in an empty network namespace (unshare failed): only ' +
      'their own settings keep them from using the network',
  )
}
