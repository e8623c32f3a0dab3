// Takes a snapshot of a workspace: its state at one seq of the log, written page by page while people keep working.
// Visitors see it only once it is complete and replaces the current one. The next job deletes incomplete snapshots.

import { pictureMime } from '../../platform/files/index.ts'
import { type Database, type Reader, readInPages, repeatInSteps } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { attachWebPages } from '../link-previews/attach-web-pages.ts'
import { Outline } from './outline.ts'
import { type Bounds, boundsOf, type PlacedObject, paginateBoard, readBoardLayout } from './paginate-board.ts'
import { listDocuments, shownFiles } from './published-view.ts'
import {
  deletePages,
  deleteSnapshot,
  deleteSnapshotObjects,
  findWorkspace,
  insertPage,
  insertSnapshot,
  insertSnapshotDocument,
  insertSnapshotFiles,
  insertSnapshotObjects,
  listObjectBounds,
  listRecords,
  listSnapshots,
  type PublishedRecord,
  updateSnapshot,
} from './snapshot-store.ts'
import { currentSnapshotVersion } from './snapshot-version.ts'

const pagesPerDelete = 5
const objectsPerDelete = 1_000

interface SnapshotTask {
  readonly db: Database
  readonly workspace_id: number
  /** Throws if the job should stop. */
  readonly check: () => Promise<void>
}

/** Returns the id of the complete snapshot, which is not shown yet, or null if the workspace no longer exists. */
export async function makeSnapshot(task: SnapshotTask): Promise<string | null> {
  const { db, workspace_id } = task
  return await db.snapshot(async reader => {
    const workspace = await findWorkspace(reader, workspace_id)
    if (!workspace) return null
    const { name, description, seq } = workspace
    const id = newObjectId()
    const empty = { objects_count: 0, left_x: null, top_y: null, right_x: null, bottom_y: null, outline: '[]' }
    const times = { published_at: '', created_at: new Date().toISOString() }
    const initial = { state: 'made', progress: 0, edition: currentSnapshotVersion, ...empty, ...times } as const
    await db.write(tx => insertSnapshot(tx, { id, workspace_id, seq, name, description, ...initial }))
    await writePages(task, reader, id)
    return id
  })
}

async function writePages({ db, workspace_id, check }: SnapshotTask, reader: Reader, id: string): Promise<void> {
  const layout = await readBoardLayout(
    readInPages((after, limit) => listObjectBounds(reader, workspace_id, after, limit)),
  )
  const objects_count = layout.ground.length + layout.board.length
  const bounds = boundsOf([...layout.ground, ...layout.board])
  const outline = new Outline()
  let [page, written] = [0, 0]
  for await (const objects of paginateBoard(layout)) {
    await check()
    const records = await listRecords(reader, workspace_id, objects)
    written += objects.length
    // Progress reaches 100 only once the snapshot is shown.
    const progress = Math.min(99, Math.floor((100 * written) / objects_count))
    outline.add(await writePage(db, { id, workspace_id, page, objects, records, progress }))
    page += 1
  }
  const columns = { objects_count, outline: JSON.stringify(outline.entries()), ...bounds }
  await db.write(tx => updateSnapshot(tx, id, columns))
}

interface NewPage {
  readonly id: string
  readonly workspace_id: number
  readonly page: number
  readonly objects: readonly PlacedObject[]
  readonly records: readonly PublishedRecord[]
  readonly progress: number
}

/** Returns the records as written, with the previews of their web pages. */
async function writePage(
  db: Database,
  { id, workspace_id, page, objects, records, progress }: NewPage,
): Promise<readonly PublishedRecord[]> {
  const bounds = boundsOf(objects) as Bounds
  return await db.write(async tx => {
    // Loaded in this transaction, because web pages change: only files that a row references now are sure to exist.
    const shown = await attachWebPages(tx, workspace_id, records)
    const data = JSON.stringify(shown.map(({ kind, record }) => ({ kind, ...record })))
    const files = shownFiles(shown).map(({ hash, mime }) => ({ snapshot_id: id, hash, mime }))
    await insertPage(tx, { snapshot_id: id, page, objects_count: records.length, data, ...bounds })
    await insertSnapshotObjects(
      tx,
      records.map(({ record }) => ({ snapshot_id: id, object_id: record.id, page })),
    )
    await insertSnapshotFiles(tx, files)
    for (const document of listDocuments(records)) await insertSnapshotDocument(tx, id, document, pictureMime)
    await updateSnapshot(tx, id, { progress })
    return shown
  })
}

/** Includes incomplete ones: only one snapshot of a workspace is made at a time. */
export async function deleteUnshownSnapshots(db: Database, workspace_id: number): Promise<void> {
  await deleteSnapshots(db, await listSnapshots(db.read, workspace_id, ['made', 'past']))
}

/** Includes the one that is shown: called for a workspace that is erased. */
export async function deleteAllSnapshots(db: Database, workspace_id: number): Promise<void> {
  await deleteSnapshots(db, await listSnapshots(db.read, workspace_id, ['made', 'shown', 'past']))
}

/** Deletes in small transactions, so that a large snapshot does not block other writes. */
async function deleteSnapshots(db: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await repeatInSteps(db, tx => deleteSnapshotObjects(tx, id, objectsPerDelete))
    await repeatInSteps(db, tx => deletePages(tx, id, pagesPerDelete))
    await db.write(tx => deleteSnapshot(tx, id))
  }
}
