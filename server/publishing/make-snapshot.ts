// Taking a snapshot of a workspace: all of it as it was at one number of its log, though written page by page while people
// go on working. It belongs to nobody until it is shown; one that was left half done is removed by whoever comes next.

import type { Database, Reader } from '../db/database.ts'
import { newObjectId } from '../ids.ts'
import { inPages } from '../objects/board-copy.ts'
import { pictureMime } from '../processing/picture-view.ts'
import { withKnownPages } from '../web-pages/known-pages.ts'
import { currentEdition } from './edition.ts'
import { Outline } from './outline.ts'
import { type BoardPlace, type Bounds, boundsOf, pagesOfBoard, surveyBoard } from './pages-of-board.ts'
import { documentsAmong, filesShown } from './published-view.ts'
import {
  deletePages,
  deleteSnapshot,
  findWorkspace,
  insertPage,
  insertSnapshot,
  insertSnapshotDocument,
  insertSnapshotFiles,
  listPlaces,
  listRecords,
  listSnapshots,
  type PublishedRecord,
  updateSnapshot,
} from './snapshot-store.ts'

const pagesRemovedAtOnce = 20

interface Making {
  readonly db: Database
  readonly workspace_id: number
  /** Throws where there is no reason to go on. */
  readonly check: () => Promise<void>
}

/** The id of the snapshot, whole and not shown yet; null where the workspace is gone. */
export async function makeSnapshot(making: Making): Promise<string | null> {
  const { db, workspace_id } = making
  return await db.snapshot(async reader => {
    const workspace = await findWorkspace(reader, workspace_id)
    if (!workspace) return null
    const { name, description, seq } = workspace
    const id = newObjectId()
    const empty = { objects_count: 0, left_x: null, top_y: null, right_x: null, bottom_y: null, outline: '[]' }
    const times = { published_at: '', created_at: new Date().toISOString() }
    const begun = { state: 'made', progress: 0, edition: currentEdition, ...empty, ...times } as const
    await db.write(tx => insertSnapshot(tx, { id, workspace_id, seq, name, description, ...begun }))
    await writePages(making, reader, id)
    return id
  })
}

async function writePages({ db, workspace_id, check }: Making, reader: Reader, id: string): Promise<void> {
  const survey = await surveyBoard(inPages((after, limit) => listPlaces(reader, workspace_id, after, limit)))
  const objects_count = survey.ground.length + survey.board.length
  const bounds = boundsOf([...survey.ground, ...survey.board])
  const outline = new Outline()
  let [page, written] = [0, 0]
  for await (const places of pagesOfBoard(survey)) {
    await check()
    const records = await listRecords(reader, workspace_id, places)
    written += places.length
    // The last step is to be shown.
    const progress = Math.min(99, Math.floor((100 * written) / objects_count))
    outline.add(await writePage(db, { id, page, places, records, progress }))
    page += 1
  }
  const columns = { objects_count, outline: JSON.stringify(outline.entries()), ...bounds }
  await db.write(tx => updateSnapshot(tx, id, columns))
}

interface Written {
  readonly id: string
  readonly page: number
  readonly places: readonly BoardPlace[]
  readonly records: readonly PublishedRecord[]
  readonly progress: number
}

/** The records as they were written, with what is known of pages. */
async function writePage(
  db: Database,
  { id, page, places, records, progress }: Written,
): Promise<readonly PublishedRecord[]> {
  const bounds = boundsOf(places) as Bounds
  return await db.write(async tx => {
    // Here and not with the objects: what is known of pages changes, and only what a row names now is sure to have its files.
    const shown = await withKnownPages(tx, records)
    const data = JSON.stringify(shown.map(({ kind, record }) => ({ kind, ...record })))
    const files = filesShown(shown).map(({ hash, mime }) => ({ snapshot_id: id, hash, mime }))
    const object_ids = places.map(place => place.id).join(' ')
    await insertPage(tx, { snapshot_id: id, page, objects_count: records.length, data, object_ids, ...bounds })
    await insertSnapshotFiles(tx, files)
    for (const document of documentsAmong(records)) await insertSnapshotDocument(tx, id, document, pictureMime)
    await updateSnapshot(tx, id, { progress })
    return shown
  })
}

/** Little by little, so that a large one holds nobody up. Half-made ones too: of one workspace one is made at a time. */
export async function removeUnshown(db: Database, workspace_id: number): Promise<void> {
  await removeSnapshots(db, await listSnapshots(db.read, workspace_id, ['made', 'past']))
}

/** With the one that is shown: for a workspace that goes itself. */
export async function eraseSnapshots(db: Database, workspace_id: number): Promise<void> {
  await removeSnapshots(db, await listSnapshots(db.read, workspace_id, ['made', 'shown', 'past']))
}

async function removeSnapshots(db: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    while ((await db.write(tx => deletePages(tx, id, pagesRemovedAtOnce))) === pagesRemovedAtOnce);
    await db.write(tx => deleteSnapshot(tx, id))
  }
}
