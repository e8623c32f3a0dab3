// The operations on listeners: addresses to which the events of a workspace are posted. deliverer.ts does the delivery.

import { badField, listenerFilters, type Operations } from '@tessera/contract'
import { notFound, type OwnListener } from '../../accounts/access/index.ts'
import { type Handlers, read, type WriteCall, write } from '../../accounts/handler.ts'
import { creationColumns, lockCreator } from '../../accounts/tokens/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { type Filter, newObjectId, readFilter } from '../../tools/index.ts'
import { findReadableWorkspace, getTarget, requireEventTypes, requireUrl } from './check-listener.ts'
import { isOrganizationWide, redeliver, replay, rotateSecret, sendTest, showDeliveries } from './deliveries.ts'
import { requireListenerAllowance } from './listener-allowance.ts'
import {
  changeListener,
  deleteListener,
  insertListener,
  type ListenerCursor,
  type ListenerRow,
  listListenersOf,
  lockListener,
} from './listener-store.ts'
import {
  deliveryStateView,
  type ListenerRecord,
  listenerView,
  listenerWithSecret,
  organizationListenerView,
} from './listener-view.ts'
import {
  deleteOrganizationListener,
  listOrganizationDeliveryStates,
  listOrganizationListenersOf,
  type OrganizationListenerRow,
} from './organization-listener-store.ts'
import { createOrganizationListener, updateOrganizationListener } from './organization-listeners.ts'
import { newWebhookSecret, webhookSecretPurpose } from './sign-notification.ts'
import { type Skip, startSkipping, stopSkipping } from './skipped-events.ts'
import { testJob } from './test-job.ts'

type Calls = Operations['listeners']

export interface ListenerDependencies {
  readonly sign: SignFile
  readonly sealedSecrets: SealedSecrets
}

export const listenerHandlers = ({ sign, sealedSecrets }: ListenerDependencies): Handlers<'listeners'> => ({
  create: write(call => createListener(call, sealedSecrets)),
  createForOrganization: write(call => createOrganizationListener(call, sealedSecrets)),
  get: read(async ({ db, listener }) => {
    const secret = sealedSecrets.open(listener.secret, webhookSecretPurpose)
    const [record] = isOrganizationWide(listener)
      ? await viewsOf(db, [], [listener])
      : await viewsOf(db, [listener], [])
    return { listeners: { ...(record as ListenerRecord), secret } }
  }),
  list: read(async ({ db, caller, query }) => {
    const filter = readFilter(query.filter_by, listenerFilters)
    const ofOrganizations = caller.only_workspace_id === null ? await listOrganizationListenersOf(db, caller.id) : []
    const all = await viewsOf(db, await listListenersOf(db, caller), ofOrganizations)
    return { listeners: all.filter(listener => matchesFilter(listener, filter)) }
  }),
  update: write(call =>
    isOrganizationWide(call.listener)
      ? updateOrganizationListener(call, call.listener)
      : updateListener(call, call.listener),
  ),
  delete: write(async ({ tx, listener }) => {
    if (isOrganizationWide(listener)) await deleteOrganizationListener(tx, listener.id)
    else await deleteListener(tx, listener)
    return { message: 'The listener was deleted' }
  }),
  listDeliveries: read(call => showDeliveries(call, sign)),
  redeliver: write(redeliver),
  replay: write(replay),
  test: write(sendTest),
  rotateSecret: write(call => rotateSecret(call, sealedSecrets)),
})

async function createListener(
  { tx, claim, caller, body, limits, now }: WriteCall<Calls['create']>,
  sealedSecrets: SealedSecrets,
): Promise<ListenerRecord> {
  requireUrl(body.url)
  requireEventTypes(body.eventTypes)
  const workspace = (await findReadableWorkspace(tx, claim, body.workspaceId))?.workspace
  if (!workspace) throw badField('workspaceId', 'must be the uid of a workspace that you can read')
  await requireListenerAllowance(tx, { user_id: caller.id, workspace_id: workspace.id }, limits)
  const creation = await lockCreator(tx, claim, caller)
  const secret = newWebhookSecret()
  const row = {
    id: newObjectId(),
    workspace_id: workspace.id,
    user_id: caller.id,
    url: body.url,
    ...(await getTarget(tx, workspace, body.targetId)),
    event_types: JSON.stringify(body.eventTypes),
    status: 'ACTIVE',
    secret: sealedSecrets.seal(secret, webhookSecretPurpose),
    previous_secret: null,
    previous_secret_until: null,
    after_seq: workspace.seq,
    skips: '[]',
    ...creationColumns(creation),
    created_at: now,
    updated_at: now,
  }
  await insertListener(tx, row)
  await enqueueJobs(tx, [testJob(row.id, now)], now)
  return listenerWithSecret({ ...row, workspace_uid: workspace.uid }, secret)
}

async function updateListener(
  { tx, claim, caller, body, now }: WriteCall<Calls['update']>,
  listener: OwnListener,
): Promise<ListenerRecord> {
  const { url, targetId, eventTypes, status = 'ACTIVE' } = body
  requireUrl(url)
  requireEventTypes(eventTypes)
  const target =
    targetId === undefined
      ? {}
      : await getTarget(
          tx,
          (await findReadableWorkspace(tx, claim, listener.workspace_uid))?.workspace ?? null,
          targetId,
        )
  // Whoever chooses another receiver decides where content goes: as if they had created the listener.
  const isRedirected = url !== undefined && url !== listener.url
  const creation = isRedirected ? creationColumns(await lockCreator(tx, claim, caller)) : {}
  const cursor = await lockListener(tx, listener.id)
  if (!cursor) throw notFound('listener')
  const changes = {
    ...(url === undefined ? {} : { url }),
    ...target,
    ...creation,
    ...(eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) }),
    status,
    skips: JSON.stringify(skipsOf(cursor, status)),
    attempts: 0,
    due_at: null,
    updated_at: now,
  }
  await changeListener(tx, listener, changes)
  return listenerView({ ...listener, ...changes })
}

/** Lists them with their delivery state, in order of creation. */
async function viewsOf(
  db: Reader,
  ofWorkspaces: readonly ListenerRow[],
  ofOrganizations: readonly OrganizationListenerRow[],
): Promise<ListenerRecord[]> {
  const ids = ofOrganizations.map(({ id }) => id)
  const states = await listOrganizationDeliveryStates(db, ids)
  const noFailure = { attempts: 0, due_at: null }
  const all = [
    ...ofWorkspaces.map(row => ({ ...listenerView(row), delivery: deliveryStateView(row, row) })),
    ...ofOrganizations.map(row => ({
      ...organizationListenerView(row),
      delivery: deliveryStateView(row, states.get(row.id) ?? noFailure),
    })),
  ]
  return all.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Events while a listener is IN_ACTIVE are never delivered; a suspended listener resumes where it stopped. */
function skipsOf({ skips, seq }: ListenerCursor, status: 'ACTIVE' | 'IN_ACTIVE'): Skip[] {
  const known: Skip[] = JSON.parse(skips)
  return status === 'ACTIVE' ? stopSkipping(known, seq) : startSkipping(known, seq)
}

function matchesFilter(listener: ListenerRecord, filter: Filter<(typeof listenerFilters)[number]> | null): boolean {
  if (!filter) return true
  const value = listener[filter.field]
  return String(Array.isArray(value) ? value[0] : (value ?? '')).toLowerCase() === filter.value
}
