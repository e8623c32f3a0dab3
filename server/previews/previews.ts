// Pictures of whole boards, drawn when somebody first asks for one and kept: of what is published for as long as it is, of
// a workspace until it has changed. They are drawn in a process apart, one at a time, and within a limit of time.

import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { recordFiles } from '../files/record-file.ts'
import { inPages } from '../objects/board-copy.ts'
import type { Processing } from '../processing/processing.ts'
import { layOut } from '../processing/store-pictures.ts'
import { withKnownPages } from '../web-pages/known-pages.ts'
import { type Framing, framingOf, type PreviewName, type PreviewSort, previewSorts } from './preview-sorts.ts'
import {
  findBoard,
  findBounds,
  findPreview,
  findShownSnapshot,
  findSnapshotPage,
  listBoard,
  type PreviewBounds,
  type PreviewRecord,
  setPreview,
} from './preview-store.ts'
import { ThinScene } from './thin-scene.ts'

const drawingMs = 30_000
const largestBytes = 20_000_000
/** A workspace that changes all the time is not drawn all the time. */
const leastAgeMs = 15_000

export interface PreviewFile {
  readonly hash: string
  readonly mime: string
}

export interface Previews {
  /** Of what is published there; null where nothing is. */
  ofPublished(uid: string, name: PreviewName): Promise<PreviewFile | null>
  /** Of a workspace as it is, or was a little while ago. Whoever asks has found out that they may see it. */
  ofWorkspace(uid: string, name: PreviewName): Promise<PreviewFile | null>
}

export interface PreviewParts {
  readonly db: Database
  readonly files: FileStorage
  readonly drawIn: Processing['drawIn']
  readonly log: Logger
}

interface Subject {
  readonly workspace_id: number
  readonly subject: string
  readonly snapshot_id: string | null
  readonly seq: number
  readonly bounds: PreviewBounds
  readonly records: () => AsyncIterable<readonly PreviewRecord[]>
}

export function openPreviews(parts: PreviewParts): Previews {
  const { db, log } = parts
  const drawing = new Map<string, Promise<PreviewFile | null>>()

  /** Whoever asks meanwhile gets the same. */
  const drawOnce = (subject: Subject, name: PreviewName): Promise<PreviewFile | null> => {
    const key = `${subject.workspace_id} ${subject.subject} ${name}`
    const begun = drawing.get(key) ?? tryToDraw(subject, name).finally(() => drawing.delete(key))
    drawing.set(key, begun)
    return begun
  }

  /** A board without a picture is no reason to fail. */
  const tryToDraw = (subject: Subject, name: PreviewName) =>
    draw(parts, subject, name).catch(error => {
      log.warn({ err: error, workspace_id: subject.workspace_id, name }, 'a board could not be drawn')
      return null
    })

  return {
    async ofPublished(uid, name) {
      const found = await findShownSnapshot(db.read, uid)
      if (!found) return null
      const { workspace_id, id, seq, ...bounds } = found
      const kept = await findPreview(db.read, { workspace_id, subject: id, sort: name })
      const records = () => snapshotRecords(db, id)
      return kept ?? (await drawOnce({ workspace_id, subject: id, snapshot_id: id, seq, bounds, records }, name))
    },
    async ofWorkspace(uid, name) {
      const board = await findBoard(db.read, uid)
      if (!board) return null
      const { id: workspace_id, seq } = board
      const kept = await findPreview(db.read, { workspace_id, subject: 'board', sort: name })
      if (kept && (kept.seq === seq || Date.now() - Date.parse(kept.drawn_at) < leastAgeMs)) return kept
      const bounds = await findBounds(db.read, workspace_id)
      const records = () => boardRecords(db, workspace_id)
      return await drawOnce({ workspace_id, subject: 'board', snapshot_id: null, seq, bounds, records }, name)
    },
  }
}

async function* snapshotRecords(db: Database, id: string): AsyncGenerator<PreviewRecord[]> {
  for (let page = 0; ; page += 1) {
    const records = await findSnapshotPage(db.read, id, page)
    if (!records) return
    yield records
    await nextTurn()
  }
}

async function* boardRecords(db: Database, workspace_id: number): AsyncGenerator<readonly PreviewRecord[]> {
  for await (const records of inPages((after, limit) => listBoard(db.read, workspace_id, after, limit)))
    yield await withKnownPages(db.read, records)
}

async function draw({ db, files, drawIn }: PreviewParts, subject: Subject, name: PreviewName): Promise<PreviewFile> {
  const sort: PreviewSort = previewSorts[name]
  const framing = framingOf(sort, subject.bounds)
  const scene = new ThinScene(framing.camera)
  for await (const records of subject.records()) for (const record of records) scene.add(record)
  const mime = `image/${sort.format}`
  const { hash, size } = await drawIn(async (child, folder, signal) => {
    const task = await laidOut({ files, folder, scene, sort, framing })
    await child.ask('draw-board', task, { timeoutMs: drawingMs, signal })
    return await files.put(createReadStream(task.output), { maxBytes: largestBytes })
  })
  const drawn_at = new Date().toISOString()
  await db.write(async tx => {
    const { workspace_id, subject: of, snapshot_id, seq } = subject
    await recordFiles(tx, [{ hash, size, mime, created_at: drawn_at }])
    await setPreview(tx, { workspace_id, subject: of, sort: name, snapshot_id, seq, hash, mime, drawn_at })
  })
  return { hash, mime }
}

interface LayingOut {
  readonly files: FileStorage
  readonly folder: string
  readonly scene: ThinScene
  readonly sort: PreviewSort
  readonly framing: Framing
}

/** What the process may read: the scene and the pictures on it, in a folder of its own. */
async function laidOut({ files, folder, scene, sort, framing }: LayingOut) {
  const path = join(folder, 'scene.json')
  await writeFile(path, JSON.stringify(scene.objects))
  const pictures: Record<string, string> = {}
  for (const [index, { key, hash }] of scene.pictures.entries()) {
    const copy = await layOut(files, hash, folder, `picture-${index}`).catch(() => null)
    if (copy) pictures[key] = copy
  }
  const { theme, background, format } = sort
  return { scene: path, output: join(folder, `board.${format}`), ...framing, theme, background, format, pictures }
}
