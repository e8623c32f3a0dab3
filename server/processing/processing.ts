// What becomes of uploaded images and documents after they were answered: the handlers of their jobs, and pictures of people and pages,
// over the processes that do the reading. Here they meet; what each does is beside this file.

import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { JobHandlers } from '../jobs/job.ts'
import { openChildPool } from './child-pool.ts'
import type { Child } from './child-process.ts'
import { canLoseNetwork } from './confinement.ts'
import { officeConverter } from './convert-office.ts'
import { type Limits, limits as standardLimits } from './limits.ts'
import { makePicture, makePortrait, type Portrait } from './make-portrait.ts'
import { documentFailure, makeOfDocument } from './process-document.ts'
import { type ProcessingParts, processFile } from './process-file.ts'
import { imageFailure, makeOfImage } from './process-image.ts'
import type { KeptPicture } from './store-pictures.ts'

export interface Processing {
  readonly handlers: Pick<JobHandlers, 'process-image' | 'process-document'>
  /** A small picture of a stored image, without what its file tells besides. Throws Unfit where it cannot be read. */
  makePortrait(hash: string): Promise<Portrait>
  /** A still picture of a stored image, its longer side at most `side`. Throws Unfit where it cannot be read. */
  makePicture(hash: string, side: number): Promise<KeptPicture>
  /** Lends a process to draw boards in, and a folder for it. */
  drawIn<T>(run: (child: Child, folder: string, signal: AbortSignal) => Promise<T>): Promise<T>
  /** Ends what is running: it goes on with the next start. */
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
  const { db, files, dataDir, libreOffice, log, limits: given } = settings
  const limits = { ...standardLimits, ...given }
  const folder = openWorkFolder(dataDir)
  void warnOfNetwork(log)
  const images = openChildPool({ folder, most: Math.min(2, availableParallelism()) })
  const documents = openChildPool({ folder, most: 1 })
  const boards = openChildPool({ folder, most: 1 })
  const convert = officeConverter({ files, program: libreOffice, folder, limits })
  const parts: ProcessingParts = { db, files, limits, images, documents, convert }
  const closing = new AbortController()
  const during = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal])
  return {
    handlers: {
      'process-image': (job, signal) => processFile(parts, { job, signal: during(signal) }, makeOfImage, imageFailure),
      'process-document': (job, signal) =>
        processFile(parts, { job, signal: during(signal) }, makeOfDocument, documentFailure),
    },
    makePortrait: hash => makePortrait(parts, hash, closing.signal),
    makePicture: (hash, side) => makePicture(parts, { hash, side }, closing.signal),
    drawIn: run => boards.use(closing.signal, (child, place) => run(child, place, closing.signal)),
    close() {
      closing.abort(new Error('the server ends'))
      images.close()
      documents.close()
      boards.close()
    },
  }
}

/** Emptied of what a killed server left: no other uses the same data folder. */
function openWorkFolder(dataDir: string): string {
  const folder = join(dataDir, 'work')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

async function warnOfNetwork(log: Logger): Promise<void> {
  if (await canLoseNetwork()) return
  log.warn(
    'This system does not let programs be started without a network (unshare): those that read uploaded files are kept ' +
      'from it by their own settings alone.',
  )
}
