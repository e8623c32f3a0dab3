// Creates the file of an export, for the job and the command line.

import { open } from 'node:fs/promises'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type ContentExportFormat, type ExportFormat, formats } from '@tessera/contract'
import type { BoardContent, ContentComment } from '@tessera/formats/board-content'
import { writers } from '@tessera/formats/writers'
import { listCommentRows, listEventTexts } from '../../board/index.ts'
import { type Database, type Reader, readInPages } from '../../platform/sql/index.ts'
import { workspaceSource } from '../pictures/board-source.ts'
import { type DrawingDependencies, drawBoard, objectsIn } from '../pictures/draw-board.ts'
import { fileNameOf } from '../pictures/file-name.ts'
import { findRegion } from '../pictures/find-region.ts'
import { readContent } from '../pictures/read-content.ts'
import { throwDrawingProblem } from '../sandbox/drawing-deadline.ts'
import type { ExportOptions } from './export-options.ts'
import { writeContent } from './write-content.ts'

const drawingMs = 300_000
const eventsPerRead = 1_000

export interface ExportDependencies extends DrawingDependencies {
  readonly db: Database
}

export interface ExportTask {
  readonly workspace: {
    readonly id: number
    readonly organization_id: number
    readonly name: string
    readonly description: string
  }
  readonly user_id: number
  readonly format: ExportFormat
  readonly options: ExportOptions
  /** Whether to use the uploaded files of images and documents, not the pictures made from them. */
  readonly hasOriginals: boolean
  readonly signal: AbortSignal
  /** In percent. */
  readonly onProgress: (progress: number) => void
}

export interface MadeFile {
  readonly content: AsyncIterable<Uint8Array>
  readonly mime: string
  readonly name: string
}

/** Throws a Problem if the file cannot be created. */
export async function makeExport(dependencies: ExportDependencies, task: ExportTask): Promise<MadeFile> {
  const { format, options } = task
  if (options.picture !== null) return await makePicture(dependencies, task, options.picture)
  const content = await dependencies.db.snapshot(reader => readBoard(dependencies, reader, task))
  task.onProgress(50)
  return { content: await writeIn(format as ContentExportFormat, content, dependencies, task), ...typeAndName(task) }
}

async function writeIn(
  format: ContentExportFormat,
  content: BoardContent,
  { drawing }: ExportDependencies,
  task: ExportTask,
): Promise<AsyncIterable<Uint8Array>> {
  const { write, isInSteps } = writers[format]
  if (isInSteps) return inParts(await write(content))
  const { signal } = task
  const place = { lane: 'exports', requester: requesterOf(task), signal } as const
  const written = drawing.use(place, async (child, folder, closing) => {
    const path = await writeContent(content, format, { child, folder, signal: closing, timeoutMs: drawingMs })
    return (await open(path)).createReadStream()
  })
  return await written.catch(throwDrawingProblem)
}

const requesterOf = ({ user_id, workspace }: ExportTask) => ({
  person: user_id,
  organization: workspace.organization_id,
})

async function makePicture(
  { files, drawing, db }: ExportDependencies,
  task: ExportTask,
  options: NonNullable<ExportOptions['picture']>,
): Promise<MadeFile> {
  const { workspace, hasOriginals, signal, onProgress } = task
  const file = await drawBoard(
    { files, drawing },
    {
      readBoard: work => db.snapshot(reader => work(workspaceSource(reader, workspace.id))),
      options,
      title: workspace.name,
      hasOriginals,
      requester: requesterOf(task),
      isExport: true,
      timeoutMs: drawingMs,
      signal,
      onProgress,
    },
  )
  return { content: file.createReadStream(), ...typeAndName(task) }
}

const typeAndName = ({ format, workspace }: ExportTask) => ({
  mime: formats[format].mediaType,
  name: fileNameOf(workspace.name, format),
})

async function* inParts(written: string | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (typeof written === 'string') yield Buffer.from(written)
  else yield* written
}

async function readBoard(
  { files }: ExportDependencies,
  reader: Reader,
  { workspace, options, hasOriginals, onProgress }: ExportTask,
): Promise<BoardContent> {
  const { region } = options
  const source = workspaceSource(reader, workspace.id)
  const shown = await findRegion(source, { region, pages: 'one' })
  const { name, description } = workspace
  const objects = objectsIn(source, { region, padding: 0 }, shown)
  const content = await readContent(objects, { files, hasOriginals, name, description })
  onProgress(30)
  const ids = region.by === 'everything' ? null : new Set(content.objects.map(({ id }) => id))
  const comments = await readComments(reader, workspace.id, ids)
  return { ...content, comments, ...(options.hasHistory ? { events: await readEvents(reader, workspace.id) } : {}) }
}

/** Reads all comments, or those on the objects with these ids. */
async function readComments(
  reader: Reader,
  workspace_id: number,
  ids: ReadonlySet<string> | null,
): Promise<ContentComment[]> {
  const comments: ContentComment[] = []
  for await (const page of readInPages((after, limit) => listCommentRows(reader, workspace_id, after, limit)))
    for (const row of page) {
      const { id, text, object_id: targetId, x, y, parent_id: parent, email, created_at } = row
      if (ids && (targetId === null || !ids.has(targetId))) continue
      const author = { name: `${row.first_name} ${row.last_name}`.trim(), email }
      comments.push({ id, text, targetId, x, y, parent, author, created_at, resolved: row.resolved_at !== null })
    }
  return comments
}

/** Leaves out the URLs of files, which expire within hours. */
async function readEvents(reader: Reader, workspace_id: number): Promise<Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = []
  for (let after = 0; ; ) {
    const page = await listEventTexts(reader, workspace_id, { after, limit: eventsPerRead, sign: () => '' })
    events.push(...page.map(({ plain }) => JSON.parse(plain)))
    const last = page.at(-1)
    if (!last || page.length < eventsPerRead) return events
    after = last.seq
    await nextTick()
  }
}
