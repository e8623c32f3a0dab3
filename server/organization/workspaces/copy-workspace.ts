// Copying a workspace: every object, comment and stroke, as a new log that begins with the creation of each of them.
// Users, listeners and the published snapshot are not copied. The new workspace is filled in small transactions from a
// snapshot of the original, and counts as erased until the last of them: if the server stops in between, a job erases it.

import { type Operations, Problem } from '@tessera/contract'
import { actorOf, type WorkspaceRow } from '../../accounts/access/index.ts'
import type { StepsCall, WriteCall } from '../../accounts/handler.ts'
import { type BoardCopy, copyBoard, recordWorkspaceEvents } from '../../board/index.ts'
import { requireRoomForCopy, requireRoomOfCopy } from '../../platform/files/index.ts'
import { enqueueJobs, removeWaitingJobs } from '../../platform/jobs/index.ts'
import { type Database, markCommit, type Reader, type Work } from '../../platform/sql/index.ts'
import { newUid, Semaphore } from '../../tools/index.ts'
import { abandonCopy, copyLeaseMs, finishCopy, insertHiddenCopy, renewCopy } from './copy-store.ts'
import { addOwner, requireMembership } from './create-workspace.ts'
import { workspaceEvent } from './workspace-events.ts'

type CopyCall = StepsCall<Operations['workspaces']['copy']>
type StepCall = WriteCall<Operations['workspaces']['copy']>

const maxNameLength = 255

/** Each copy holds a snapshot, which takes a connection on PostgreSQL and keeps the write-ahead log on SQLite. */
const copies = new Semaphore(2)

export async function copyWorkspace(db: Database, call: CopyCall): Promise<{ id: number; uid: string }> {
  return await copies.run(async () => {
    const copy = await call.transact(startCopy)
    try {
      const content = await db.snapshot(reader => copyContent(db, reader, copy))
      return await call.transact(last => showCopy(last, copy, content))
    } catch (error) {
      await db.write(tx => abandonCopy(tx, copy.to)).catch(() => {}) // otherwise it ends with its lease
      throw error
    }
  })
}

type StartedCopy = Omit<BoardCopy, 'ids'> & { readonly draft: Pick<WorkspaceRow, 'uid' | 'name'> }

async function startCopy(call: StepCall): Promise<StartedCopy> {
  const { tx, caller, workspace: source, body, limits, now } = call
  const { organization_id } = source
  await requireMembership(tx, caller, organization_id)
  await requireRoomForCopy(tx, source, limits.storageLimitBytes)
  const draft = {
    uid: newUid(),
    organization_id,
    name: body.new_workspace_name ?? nameOfCopy(source.name),
    description: body.new_workspace_description ?? source.description,
  }
  const to = await insertHiddenCopy(tx, draft, now)
  const payload = { workspace_id: to }
  const run_at = new Date(Date.now() + copyLeaseMs).toISOString()
  await enqueueJobs(tx, [{ name: 'erase-abandoned-copy', key: cleanUpKey(to), payload, run_at }], now)
  return { from: source.id, to, organization_id, ...actorOf(caller), now, draft }
}

async function copyContent(db: Database, reader: Reader, copy: StartedCopy) {
  const store = (work: Work<void>) =>
    db.write(async tx => {
      if (!(await renewCopy(tx, copy.to))) throw tookTooLong()
      await work(tx)
    })
  return await copyBoard({ reader, store }, copy)
}

/** The caller's rights and the limit are checked again: both may have changed while the copy was made. */
async function showCopy(
  call: StepCall,
  { to: id, draft, organization_id }: StartedCopy,
  { seq, jobs }: Awaited<ReturnType<typeof copyContent>>,
): Promise<{ id: number; uid: string }> {
  const { tx, caller, workspace: source, limits, now } = call
  await requireMembership(tx, caller, organization_id)
  await requireRoomOfCopy(tx, { id, organization_id }, limits.storageLimitBytes)
  // The copied objects keep their stacking keys, and objects that are created later lie above them.
  const columns = { seq, order_base: source.order_base + source.seq, created_at: now, updated_at: now }
  if (!(await finishCopy(tx, id, columns))) throw tookTooLong()
  await addOwner(tx, caller, { id, organization_id, ...draft }, now)
  await removeWaitingJobs(tx, cleanUpKey(id))
  await enqueueJobs(tx, jobs, now)
  markCommit(tx, 'events', [id])
  const origin = { workspace_id: source.id, ...actorOf(caller), now }
  await recordWorkspaceEvents(tx, origin, [workspaceEvent('WORKSPACE_DUPLICATE', source)])
  return { id, uid: draft.uid }
}

/** The key of the job that erases an unfinished copy. */
const cleanUpKey = (workspace_id: number) => `copy:${workspace_id}`

const tookTooLong = () =>
  new Problem('ServiceUnavailable', 'Copying was interrupted for too long and has been undone', {
    retryAfterSeconds: 1,
  })

/** Truncated by code points, so that no surrogate pair is split. */
const nameOfCopy = (name: string) => [...`Copy of ${name}`].slice(0, maxNameLength).join('').trim()
