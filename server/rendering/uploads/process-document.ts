// Processes an uploaded document: draws its pages in order, in time slices, so that a long document does not block others.
// Pages are stored in batches of about a second and then survive a crash; a file that failed before is drawn page by page.

import { type Amendment, amendObject } from '../../board/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { Child } from '../sandbox/child-process.ts'
import type { DrawnPage } from '../sandbox/child-tasks.ts'
import { maxPages, pageSides } from '../sandbox/limits.ts'
import { UnreadableFile } from '../sandbox/processing-errors.ts'
import type { FileJob, FileWork, ProcessingDependencies } from './process-file.ts'
import { addProgress, countPages, findPictures, insertPages, updateFile } from './processing-store.ts'
import { attachPictures, copyToFolder, storePictures } from './store-pictures.ts'

export const documentFailure = ({ code, message }: UnreadableFile): Amendment => ({
  fields: { state: 'failed', reason: message, reasonCode: code },
})

export async function makeDocumentPages(
  dependencies: ProcessingDependencies,
  work: FileWork,
): Promise<Amendment | null> {
  const { db } = dependencies
  const { job, file } = work
  const { hash } = job.payload
  const pages = file.state === 'ready' ? (file.pages ?? 0) : await drawPages(dependencies, work)
  if (pages === null) return null
  if ((await countPages(db.read, hash)).readable === 0)
    throw new UnreadableFile('NO_LEGIBLE_PAGE', 'None of the pages of the document can be read')
  return await pagesAmendment(dependencies, hash, pages, { state: 'ready' })
}

/** Returns the number of pages, or null if not all are drawn yet and another job continues. */
async function drawPages(dependencies: ProcessingDependencies, work: FileWork): Promise<number | null> {
  const pdf = await getPdf(dependencies, work)
  return await dependencies.documents.use(work.signal, async (child, folder) => {
    const { files, limits } = dependencies
    const path = await copyToFolder(files, pdf, folder, 'document.pdf')
    const { pages } = await child.run(
      'open-document',
      { path },
      { timeoutMs: limits.openDocumentMs, signal: work.signal },
    )
    if (pages === 0) throw new UnreadableFile('NO_PAGES', 'The document has no pages')
    if (pages > maxPages)
      throw new UnreadableFile('TOO_MANY_PAGES', `The document has ${pages} pages; at most ${maxPages} are accepted`)
    await dependencies.db.write(tx => updateFile(tx, work.job.payload.hash, { pages }))
    return await drawSlice(dependencies, work, { child, folder, pages })
  })
}

interface OpenDocument {
  readonly child: Child
  readonly folder: string
  readonly pages: number
}

async function drawSlice(dependencies: ProcessingDependencies, work: FileWork, document: OpenDocument) {
  const { db, limits } = dependencies
  const { job, signal } = work
  const made = await drawBatches(dependencies, work, document)
  await document.child.run('close-document', {}, { timeoutMs: limits.openDocumentMs, signal })
  if (made === document.pages) return made
  await reportProgress(dependencies, job, document.pages)
  await db.write(tx => enqueueJobs(tx, [nextSliceJob(job)], new Date().toISOString()))
  return null
}

/**
 * Draws until the time of the slice is over, while the previous batch is stored. Returns how many pages there are now.
 */
async function drawBatches(
  dependencies: ProcessingDependencies,
  { job, file, signal }: FileWork,
  { child, folder, pages }: OpenDocument,
): Promise<number> {
  const { db, limits } = dependencies
  const { hash } = job.payload
  let { made } = await countPages(db.read, hash)
  const startedAt = performance.now()
  let storing = Promise.resolve()
  try {
    for (let count = 1; made < pages; ) {
      const spentMs = performance.now() - startedAt
      if (file.spent_ms + spentMs > limits.documentMs)
        throw new UnreadableFile('TOO_SLOW', 'Drawing the document takes too long')
      if (spentMs > limits.sliceMs) break
      const batch = { first: made + 1, count, folder, sides: pageSides }
      const drawn = await child.run('draw-pages', batch, { timeoutMs: count * limits.pageMs, signal })
      const batchMs = performance.now() - startedAt - spentMs
      await storing
      storing = storePages(dependencies, hash, drawn.pages, batchMs)
      // Errors are thrown where the promise is awaited.
      storing.catch(() => {})
      if (made === 0) await storing.then(() => reportProgress(dependencies, job, pages))
      made += count
      count = Math.min(pages - made, file.failures > 1 ? 1 : pagesIn(limits.sliceMs / 10, batchMs / count))
    }
  } finally {
    await storing
  }
  return made
}

const maxBatchPages = 10
const pagesIn = (timeMs: number, pageMs: number) =>
  Math.min(maxBatchPages, Math.max(1, Math.floor(timeMs / Math.max(1, pageMs))))

/** Each batch is stored in one transaction. */
async function storePages(
  { db, files }: ProcessingDependencies,
  hash: string,
  drawn: readonly DrawnPage[],
  spentMs: number,
): Promise<void> {
  const stored = await Promise.all(
    drawn.map(async ({ number, pictures }) =>
      (await storePictures(files, pictures)).map(picture => ({ ...picture, page: number })),
    ),
  )
  const pages = drawn.map(({ number, width, height, text }) => {
    return { hash, number, width, height, text, search_text: searchText(text) }
  })
  const now = new Date().toISOString()
  await db.write(async tx => {
    await attachPictures(tx, hash, stored.flat(), now)
    await insertPages(tx, pages)
    await addProgress(tx, hash, spentMs, now)
  })
}

/** For search, ligatures are stored as single characters, and line breaks as spaces. */
const searchText = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()

async function reportProgress(
  dependencies: ProcessingDependencies,
  { payload }: FileJob,
  pages: number,
): Promise<void> {
  const amendment = await pagesAmendment(dependencies, payload.hash, pages)
  await dependencies.db.write(tx => amendObject(tx, payload, amendment))
}

async function pagesAmendment(
  { db }: ProcessingDependencies,
  hash: string,
  pages: number,
  more = {},
): Promise<Amendment> {
  const { made } = await countPages(db.read, hash)
  const pictures = (await findPictures(db.read, hash, [1])).get(1) ?? []
  return { fields: { pages, progress: Math.floor((100 * made) / pages), ...more }, pictures }
}

const nextSliceJob = ({ name, key, payload, organization_id }: FileJob) =>
  ({ name, key, payload, organization_id }) as const

/** Returns the hash of the PDF to draw: the document itself, or the PDF converted from an Office file. */
async function getPdf(
  { db, files, convert }: ProcessingDependencies,
  { object, job, file, signal }: FileWork,
): Promise<string> {
  const { hash } = job.payload
  if (object.record.type === 'pdf') return hash
  if (file.pdf_hash !== null && (await files.size(file.pdf_hash)) !== null) return file.pdf_hash
  const pdf_hash = await convert(hash, object.record.$?.file?.mime ?? '', signal)
  await db.write(tx => updateFile(tx, hash, { pdf_hash }))
  return pdf_hash
}
