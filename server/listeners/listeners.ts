// Listeners: where the service posts what happens in a workspace. Here they are kept; telling them is done elsewhere.

import { randomBytes } from 'node:crypto'
import { badField, listenerFilters, type Operations } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import { type Handlers, read, type WriteCall, write } from '../handler.ts'
import { newObjectId } from '../ids.ts'
import { type Filter, readFilter } from '../list.ts'
import { askEventTypes, askUrl, findReadable, getTarget } from './check-listener.ts'
import {
  deleteListener,
  insertListener,
  type ListenerClock,
  listListenersOf,
  lockListener,
  updateListenerRow,
} from './listener-store.ts'
import { type ListenerRecord, listenerView, listenerWithSecret } from './listener-view.ts'
import { type Skip, skipsAfter, startSkipping, stopSkipping } from './skipped-events.ts'

type Calls = Operations['listeners']

export const listenerHandlers: Handlers<'listeners'> = {
  create: write(createListener),
  get: read(async ({ listener }) => ({ listeners: listenerWithSecret(listener) })),
  list: read(async ({ db, caller, query }) => {
    const filter = readFilter(query.filter_by, listenerFilters)
    const all = (await listListenersOf(db, caller.id)).map(listenerView)
    return { listeners: all.filter(listener => isWanted(listener, filter)) }
  }),
  update: write(updateListener),
  delete: write(async ({ tx, listener }) => {
    await deleteListener(tx, listener.id)
    return { message: 'The listener was deleted' }
  }),
}

async function createListener({ tx, claim, caller, body, now }: WriteCall<Calls['create']>): Promise<ListenerRecord> {
  askUrl(body.url)
  askEventTypes(body.eventTypes)
  const workspace = await findReadable(tx, claim, body.workspaceId)
  if (!workspace) throw badField('workspaceId', 'must be the uid of a workspace that you may read')
  const row = {
    id: newObjectId(),
    workspace_id: workspace.id,
    user_id: caller.id,
    url: body.url,
    ...(await getTarget(tx, workspace, body.targetId)),
    event_types: JSON.stringify(body.eventTypes),
    status: 'ACTIVE',
    secret: `whsec_${randomBytes(24).toString('base64')}`,
    previous_secret: null,
    previous_secret_until: null,
    after_seq: workspace.seq,
    skips: '[]',
    created_at: now,
    updated_at: now,
  }
  await insertListener(tx, row)
  return listenerWithSecret({ ...row, workspace_uid: workspace.uid })
}

async function updateListener({ tx, claim, listener, body, now }: WriteCall<Calls['update']>): Promise<ListenerRecord> {
  const { url, targetId, eventTypes, status = 'ACTIVE' } = body
  askUrl(url)
  askEventTypes(eventTypes)
  const target =
    targetId === undefined ? {} : await getTarget(tx, await findReadable(tx, claim, listener.workspace_uid), targetId)
  const clock = await lockListener(tx, listener.id)
  if (!clock) throw notFound('listener')
  const changes = {
    ...(url === undefined ? {} : { url }),
    ...target,
    ...(eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) }),
    status,
    skips: JSON.stringify(skipsOf(clock, status)),
    updated_at: now,
  }
  await updateListenerRow(tx, listener.id, changes)
  return listenerView({ ...listener, ...changes })
}

/** What happens while a listener is IN_ACTIVE is never told to it; one that was suspended goes on where it stopped. */
function skipsOf({ skips, after_seq, seq }: ListenerClock, status: 'ACTIVE' | 'IN_ACTIVE'): Skip[] {
  const before = skipsAfter(JSON.parse(skips), after_seq)
  return status === 'ACTIVE' ? stopSkipping(before, seq) : startSkipping(before, seq)
}

function isWanted(listener: ListenerRecord, filter: Filter<(typeof listenerFilters)[number]> | null): boolean {
  if (!filter) return true
  const value = listener[filter.field]
  return String(Array.isArray(value) ? value[0] : (value ?? '')).toLowerCase() === filter.value
}
