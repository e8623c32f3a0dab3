// Previews: pictures of whole boards. A preview is drawn on the first request and stored: that of a snapshot as long as it
// is published, that of a workspace until it changes. A child process draws one at a time, with a timeout. Those of an
// organization are read and drawn one after the other.

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { Problem } from '@tessera/contract'
import type { Drawable } from '@tessera/drawing'
import type { Logger } from 'pino'
import { type FileStorage, insertFiles, nullIfFileMissing, StorageUnavailable } from '../../platform/files/index.ts'
import { openPreviewTurns } from '../../platform/limits/index.ts'
import { type Database, readInPages } from '../../platform/sql/index.ts'
import { attachWebPages } from '../link-previews/attach-web-pages.ts'
import { isTooSlow, startDeadline } from '../sandbox/drawing-deadline.ts'
import type { DrawingLane, DrawingQueue, Requester } from '../sandbox/drawing-queue.ts'
import { copyToFolder } from '../uploads/store-pictures.ts'
import { type Framing, frameBoard, type PreviewKind, type PreviewName, previewKinds } from './preview-kinds.ts'
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
import { ReducedScene } from './reduced-scene.ts'

const drawingMs = 30_000
const smallMs = 3_000
/** A scene with more objects is drawn among the large pictures. */
const maxSmallObjects = 1_000
const maxBytes = 20_000_000
/** A preview this recent is not drawn again, even if the workspace has changed. */
const minRedrawMs = 15_000

export interface PreviewFile {
  readonly hash: string
  readonly mime: string
}

export interface Previews {
  /** Returns the preview of the published snapshot, or null if there is none. */
  ofPublished(uid: string, name: PreviewName): Promise<PreviewFile | null>
  /**
   * Returns the preview of the current board, a few seconds old at most. The caller has checked the permission to read.
   */
  ofWorkspace(uid: string, name: PreviewName): Promise<PreviewFile | null>
}

export interface PreviewDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly drawing: DrawingQueue
  readonly log: Logger
}

interface Subject {
  readonly workspace_id: number
  readonly subject: string
  readonly snapshot_id: string | null
  readonly seq: number
  readonly requester: Requester
  readonly findBounds: () => Promise<PreviewBounds>
  readonly records: () => AsyncIterable<readonly PreviewRecord[]>
}

export function openPreviews(dependencies: PreviewDependencies): Previews {
  const { db, log } = dependencies
  const drawing = new Map<string, Promise<PreviewFile | null>>()
  const turns = openPreviewTurns()

  /** Concurrent requests share one drawing. */
  const drawOnce = (subject: Subject, name: PreviewName): Promise<PreviewFile | null> => {
    const key = `${subject.workspace_id} ${subject.subject} ${name}`
    const started = drawing.get(key) ?? tryToDraw(subject, name).finally(() => drawing.delete(key))
    drawing.set(key, started)
    return started
  }

  /**
   * A failed drawing is not an error of the request: there is just no preview. Without the storage it is unknown
   * whether one exists, and if too many wait it may be drawn later.
   */
  const tryToDraw = (subject: Subject, name: PreviewName) =>
    turns
      .run(() => draw(dependencies, subject, name), keyOf(subject.requester))
      .catch(error => {
        if (error instanceof StorageUnavailable || error instanceof Problem) throw error
        log.warn(
          { err: error, workspace_id: subject.workspace_id, name },
          'failed to draw a preview; retrying on the next request',
        )
        return null
      })

  return {
    async ofPublished(uid, name) {
      const found = await findShownSnapshot(db.read, uid)
      if (!found) return null
      const { workspace_id, id, seq, ...bounds } = found
      const stored = await findPreview(db.read, { workspace_id, subject: id, sort: name })
      const records = () => snapshotRecords(db, id)
      const requester = { visitor: uid }
      const subject = {
        workspace_id,
        subject: id,
        snapshot_id: id,
        seq,
        requester,
        findBounds: async () => bounds,
        records,
      }
      return stored ?? (await drawOnce(subject, name))
    },
    async ofWorkspace(uid, name) {
      const board = await findBoard(db.read, uid)
      if (!board) return null
      const { id: workspace_id, seq, organization_id: organization } = board
      const stored = await findPreview(db.read, { workspace_id, subject: 'board', sort: name })
      if (stored && (stored.seq === seq || Date.now() - Date.parse(stored.drawn_at) < minRedrawMs)) return stored
      const requester = { person: 'previews', organization }
      const found = {
        findBounds: () => findBounds(db.read, workspace_id),
        records: () => boardRecords(db, workspace_id),
      }
      return await drawOnce({ workspace_id, subject: 'board', snapshot_id: null, seq, requester, ...found }, name)
    },
  }
}

const keyOf = (requester: Requester) => ('visitor' in requester ? requester.visitor : requester.organization)

async function* snapshotRecords(db: Database, id: string): AsyncGenerator<PreviewRecord[]> {
  for (let page = 0; ; page += 1) {
    const records = await findSnapshotPage(db.read, id, page)
    if (!records) return
    yield records
    await nextTick()
  }
}

async function* boardRecords(db: Database, workspace_id: number): AsyncGenerator<readonly PreviewRecord[]> {
  for await (const records of readInPages((after, limit) => listBoard(db.read, workspace_id, after, limit)))
    yield await attachWebPages(db.read, workspace_id, records)
}

async function draw(
  { db, files, drawing }: PreviewDependencies,
  subject: Subject,
  name: PreviewName,
): Promise<PreviewFile> {
  const kind: PreviewKind = previewKinds[name]
  const framing = frameBoard(kind, await subject.findBounds())
  const scene = new ReducedScene(framing.camera)
  for await (const records of subject.records()) for (const record of records) scene.add(record)
  const mime = `image/${kind.format}`
  const drawIn = (lane: DrawingLane, timeoutMs: number) =>
    drawing.use({ lane, requester: subject.requester }, async (child, folder, signal) => {
      const timeLeft = startDeadline(timeoutMs)
      const task = await writeSceneFiles({ files, folder, scene, kind, framing, timeLeft })
      await child.run('draw-picture', task, { timeoutMs: timeLeft(), signal })
      return await files.put(createReadStream(task.output), { maxBytes: maxBytes })
    })
  const small = scene.count <= maxSmallObjects ? await drawIn('small', smallMs).catch(nullIfTooSlow) : null
  const { hash, size } = small ?? (await drawIn('large', drawingMs))
  const drawn_at = new Date().toISOString()
  await db.write(async tx => {
    const { workspace_id, subject: of, snapshot_id, seq } = subject
    await insertFiles(tx, [{ hash, size, mime, created_at: drawn_at }])
    await setPreview(tx, { workspace_id, subject: of, sort: name, snapshot_id, seq, hash, mime, drawn_at })
  })
  return { hash, mime }
}

function nullIfTooSlow(error: unknown): null {
  if (isTooSlow(error)) return null
  throw error
}

interface SceneFiles {
  readonly files: FileStorage
  readonly folder: string
  readonly scene: ReducedScene
  readonly kind: PreviewKind
  readonly framing: Framing
  /** Throws if the drawing takes too long. */
  readonly timeLeft: () => number
}

/** Writes the scene and its pictures to the folder, because the child process can read nothing else. */
async function writeSceneFiles({ files, folder, scene, kind, framing, timeLeft }: SceneFiles) {
  const path = join(folder, 'scene.json')
  await writeObjects(path, await scene.sortedObjects())
  const pictures: Record<string, string> = {}
  for (const [index, { key, hash }] of scene.pictures.entries()) {
    timeLeft()
    const copy = await copyToFolder(files, hash, folder, `picture-${index}`).catch(nullIfFileMissing)
    if (copy) pictures[key] = copy
  }
  const { theme, background, format } = kind
  const { camera, width, height } = framing
  const box = { x: camera.x, y: camera.y, width: width / camera.zoom, height: height / camera.zoom }
  const pages = [{ box, width, height }]
  return { scene: path, output: join(folder, `board.${format}`), pages, theme, background, format, pictures, title: '' }
}

const objectsPerWrite = 500

/** The event loop serves other requests between the parts. */
async function writeObjects(path: string, objects: readonly Drawable[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write('[')
    for (let start = 0; start < objects.length; start += objectsPerWrite) {
      const texts = objects.slice(start, start + objectsPerWrite).map(object => JSON.stringify(object))
      await file.write((start === 0 ? '' : ',') + texts.join())
    }
    await file.write(']')
  } finally {
    await file.close()
  }
}
