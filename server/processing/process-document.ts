// From an uploaded document to its pages: the first one soon, then the others as they come. Pages that are made stay made,
// whatever crashes, and after a while other documents have their turn.

import { enqueueJobs } from '../jobs/enqueue-job.ts'
import { type Amendment, amendObject } from '../objects/amend-object.ts'
import type { Child } from './child-process.ts'
import { mostPages, pageSides } from './limits.ts'
import type { FileJob, FileWork, ProcessingParts } from './process-file.ts'
import { countPages, findPictures, insertPage, noteProgress, updateFile } from './processing-store.ts'
import { keepPictures, layOut, recordPictures } from './store-pictures.ts'
import { Unfit } from './unfit.ts'

export const documentFailure = ({ code, message }: Unfit): Amendment => ({
  fields: { state: 'failed', reason: message, reasonCode: code },
})

export async function makeOfDocument(parts: ProcessingParts, work: FileWork): Promise<Amendment | null> {
  const { db } = parts
  const { job, file } = work
  const { hash } = job.payload
  const pages = file.state === 'ready' ? (file.pages ?? 0) : await drawPages(parts, work)
  if (pages === null) return null
  if ((await countPages(db.read, hash)).legible === 0)
    throw new Unfit('NO_LEGIBLE_PAGE', 'None of the pages of the document can be read')
  return await tellPages(parts, hash, pages, { state: 'ready' })
}

/** How many there are; null where they are not all made yet and another job goes on. */
async function drawPages(parts: ProcessingParts, work: FileWork): Promise<number | null> {
  const pdf = await pdfOf(parts, work)
  return await parts.documents.use(work.signal, async (child, folder) => {
    const { files, limits } = parts
    const path = await layOut(files, pdf, folder, 'document.pdf')
    const { pages } = await child.ask(
      'open-document',
      { path },
      { timeoutMs: limits.openDocumentMs, signal: work.signal },
    )
    if (pages === 0) throw new Unfit('NO_PAGES', 'The document has no pages')
    if (pages > mostPages)
      throw new Unfit('TOO_MANY_PAGES', `The document has ${pages} pages, and more than ${mostPages} are not taken`)
    await parts.db.write(tx => updateFile(tx, work.job.payload.hash, { pages }))
    return await drawInTurns(parts, work, { child, folder, pages })
  })
}

interface OpenDocument {
  readonly child: Child
  readonly folder: string
  readonly pages: number
}

async function drawInTurns(parts: ProcessingParts, { job, file, signal }: FileWork, document: OpenDocument) {
  const { db, limits } = parts
  const { child, pages } = document
  const { hash } = job.payload
  let { made } = await countPages(db.read, hash)
  const startedAt = performance.now()
  while (made < pages) {
    const spentMs = performance.now() - startedAt
    if (file.spent_ms + spentMs > limits.documentMs) throw new Unfit('TOO_SLOW', 'The document takes too long to draw')
    if (spentMs > limits.sliceMs) break
    await drawPage(parts, hash, made + 1, document, signal)
    made += 1
    if (made === 1) await tell(parts, job, pages)
  }
  await child.ask('close-document', {}, { timeoutMs: limits.openDocumentMs, signal })
  if (made === pages) return pages
  await tell(parts, job, pages)
  await db.write(tx => enqueueJobs(tx, [goingOn(job)], new Date().toISOString()))
  return null
}

async function drawPage(
  { db, files, limits }: ProcessingParts,
  hash: string,
  number: number,
  { child, folder }: OpenDocument,
  signal: AbortSignal,
): Promise<void> {
  const begunAt = performance.now()
  const drawn = await child.ask('draw-page', { number, folder, sides: pageSides }, { timeoutMs: limits.pageMs, signal })
  const { width, height, text } = drawn
  const kept = await keepPictures(files, drawn.pictures)
  const now = new Date().toISOString()
  await db.write(async tx => {
    await recordPictures(tx, { hash, page: number }, kept, now)
    await insertPage(tx, { hash, number, width, height, text, search_text: searchText(text) })
    await noteProgress(tx, hash, performance.now() - begunAt, now)
  })
}

/** Letters that print as one are searched as several, and a line's end as a blank. */
const searchText = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()

async function tell(parts: ProcessingParts, { payload }: FileJob, pages: number): Promise<void> {
  const amendment = await tellPages(parts, payload.hash, pages)
  await parts.db.write(tx => amendObject(tx, payload, amendment))
}

async function tellPages({ db }: ProcessingParts, hash: string, pages: number, more = {}): Promise<Amendment> {
  const { made } = await countPages(db.read, hash)
  const pictures = (await findPictures(db.read, hash, [1])).get(1) ?? []
  return { fields: { pages, progress: Math.floor((100 * made) / pages), ...more }, pictures }
}

const goingOn = ({ name, key, payload }: FileJob) => ({ name, key, payload }) as const

/** The hash of the PDF to draw: the document itself, or what an Office file was converted to. */
async function pdfOf(
  { db, files, convert }: ProcessingParts,
  { object, job, file, signal }: FileWork,
): Promise<string> {
  const { hash } = job.payload
  if (object.record.type === 'pdf') return hash
  if (file.pdf_hash !== null && (await files.size(file.pdf_hash)) !== null) return file.pdf_hash
  const pdf_hash = await convert(hash, object.record.$?.file?.mime ?? '', signal)
  await db.write(tx => updateFile(tx, hash, { pdf_hash }))
  return pdf_hash
}
