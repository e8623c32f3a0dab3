// The SQL of checkpoints: the objects that a workspace had after an event of its log, in pages by id. A checkpoint is
// complete once its row exists; pages without a row belong to an interrupted job.

import { sql } from 'kysely'
import { insertRows, lockKey, type Reader, type Tx } from '../../platform/sql/index.ts'
import { decodeEntries, encodeEntries, type PastEntry } from './checkpoint-entries.ts'

export interface Checkpoint {
  readonly workspace_id: number
  readonly seq: number
}

/** The last checkpoint up to `seq`. */
export async function findCheckpoint(
  db: Reader,
  workspace_id: number,
  seq: number,
): Promise<{ seq: number; objects_count: number } | null> {
  const found = await db
    .selectFrom('board_checkpoints')
    .select(['seq', 'objects_count'])
    .where('workspace_id', '=', workspace_id)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export interface CheckpointPage {
  /** The largest id in the page. */
  readonly last_id: string
  readonly entries: readonly PastEntry[]
}

/** Returns the page with the objects right after this id, or from it on. */
export async function findCheckpointPage(
  db: Reader,
  { workspace_id, seq }: Checkpoint,
  comparison: '>' | '>=',
  id: string,
): Promise<CheckpointPage | null> {
  const found = await db
    .selectFrom('board_checkpoint_pages')
    .select(['last_id', 'entries'])
    .where('workspace_id', '=', workspace_id)
    .where('seq', '=', seq)
    .where('last_id', comparison, id)
    .orderBy('last_id')
    .limit(1)
    .executeTakeFirst()
  return found ? { last_id: found.last_id, entries: decodeEntries(found.entries) } : null
}

const pageTypes = { workspace_id: 'integer', seq: 'integer', last_id: 'text', entries: 'text' } as const

export async function insertCheckpointPage(
  tx: Tx,
  { workspace_id, seq }: Checkpoint,
  entries: readonly PastEntry[],
): Promise<void> {
  const last_id = entries.at(-1)?.id as string
  await insertRows(tx, 'board_checkpoint_pages', pageTypes, [
    { workspace_id, seq, last_id, entries: encodeEntries(entries) },
  ])
}

/**
 * Removes the pages that an interrupted job has left. False if the checkpoint is complete: this server may have lost the lease
 * of the job to another one.
 */
export async function startCheckpoint(tx: Tx, checkpoint: Checkpoint): Promise<boolean> {
  await lockCheckpoints(tx, checkpoint)
  const { workspace_id, seq } = checkpoint
  if ((await findCheckpoint(tx, workspace_id, seq))?.seq === seq) return false
  await tx
    .deleteFrom('board_checkpoint_pages')
    .where('workspace_id', '=', workspace_id)
    .where('seq', '=', seq)
    .execute()
  return true
}

/** Marks it as complete. Throws if another server has restarted it in the meantime. */
export async function insertCheckpoint(
  tx: Tx,
  checkpoint: Checkpoint,
  { pages, objects_count }: { readonly pages: number; readonly objects_count: number },
  created_at: string,
): Promise<void> {
  await lockCheckpoints(tx, checkpoint)
  const { workspace_id, seq } = checkpoint
  const { stored } = await tx
    .selectFrom('board_checkpoint_pages')
    .select(({ fn }) => fn.countAll<number>().as('stored'))
    .where('workspace_id', '=', workspace_id)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  if (Number(stored) !== pages) throw new Error('the pages of the checkpoint were changed by another server')
  await tx.insertInto('board_checkpoints').values({ workspace_id, seq, objects_count, created_at }).execute()
}

const lockCheckpoints = (tx: Tx, { workspace_id }: Checkpoint) => lockKey(tx, `checkpoints:${workspace_id}`)

const pagesPerErase = 100

/** Called for a workspace that is being erased. Returns the number of deleted pages. */
export async function eraseCheckpoints(tx: Tx, workspace_id: number): Promise<number> {
  await tx.deleteFrom('board_checkpoints').where('workspace_id', '=', workspace_id).execute()
  const { numAffectedRows } = await sql`
    delete from board_checkpoint_pages where workspace_id = ${workspace_id} and (seq, last_id) in
      (select seq, last_id from board_checkpoint_pages where workspace_id = ${workspace_id}
       order by seq, last_id limit ${pagesPerErase})`.execute(tx)
  return Number(numAffectedRows)
}
