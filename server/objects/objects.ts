// The handlers of every kind of object, made from the table of kinds as their operations are; and those over all kinds.

import { type Kind, type KindName, kinds, kindsTaking, type WorkspaceRight } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import { type ChangeCall, change, type Handlers, type ReadCall, type Replayed, read } from '../handler.ts'
import { envelope, sliceOf } from '../list.ts'
import { listPages } from '../processing/document-pages.ts'
import { webPageView } from '../web-pages/web-page-view.ts'
import type { WebPages } from '../web-pages/web-pages.ts'
import type { WritePath } from './change.ts'
import type { ChangeRequest, ObjectChange } from './changes.ts'
import { askKind, inChange, readChange } from './check-change.ts'
import { listAllKinds } from './list-objects.ts'
import { findObjects, listKind } from './object-store.ts'
import type { ReceiveFile } from './receive-file.ts'
import { objectView, type SignFile, signFor } from './stored-object.ts'

export interface ObjectParts {
  readonly writePath: WritePath
  readonly sign: SignFile
  /** Makes something of the bytes, or the address, that a create of an uploaded kind brings. */
  readonly receive: ReceiveFile
  /** What is known of the page at the address of a browser. */
  readonly findPage: WebPages['find']
}

export const objectHandlers = (parts: ObjectParts) => ({
  notes: ofKind<'notes'>('note', parts),
  texts: ofKind<'texts'>('text', parts),
  images: ofKind<'images'>('image', parts),
  documents: documentHandlers(parts),
  browsers: browserHandlers(parts),
  canvases: ofKind<'canvases'>('canvas', parts),
  strokes: strokeHandlers(parts),
  objects: allKinds(parts),
})

/** A handler made for any kind knows its operation only as far as the table of kinds goes. */
interface KindCall {
  readonly params: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
  readonly query: { limit?: number; offset?: number }
}
type Making = Omit<ChangeCall<never>, keyof KindCall> & KindCall
type Reading = Omit<ReadCall<{ path: ''; needs: { load: 'workspace' } }>, keyof KindCall> & KindCall

const making = (run: (call: Making) => Promise<unknown>) => ({ how: 'change', run })
const reading = (run: (call: Reading) => Promise<unknown>) => ({ how: 'read', run })

function ofKind<Noun extends 'notes' | 'texts' | 'images' | 'documents' | 'browsers' | 'canvases'>(
  kind: KindName,
  parts: ObjectParts,
) {
  return {
    ...forAnyKind(kind, parts),
    update: making(call => {
      const update = { op: 'update', kind, id: idOf(kind, call), data: call.body, version: call.ifMatch } as const
      return submitOne(parts, call, update)
    }),
  } as unknown as Handlers<Noun>
}

const documentHandlers = (parts: ObjectParts): Handlers<'documents'> => ({
  ...ofKind<'documents'>('document', parts),
  listPages: read(async call => {
    const { db, workspace, workspaceRole, params, query, url } = call
    const [object] = await findObjects(db, [{ workspace_id: workspace.id, id: params.document_id }])
    const hash = object?.kind === 'document' ? object.record.$?.file?.hash : undefined
    if (hash === undefined) throw notFound('document')
    const { pages, total } = await listPages(db, hash, sliceOf(query), signFor(workspaceRole, parts.sign))
    return { pages, ...envelope(url, query, { total, size: pages.length }) }
  }),
})

const browserHandlers = (parts: ObjectParts): Handlers<'browsers'> => ({
  ...ofKind<'browsers'>('browser', parts),
  getPage: read(async ({ db, workspace, workspaceRole, params }) => {
    const [object] = await findObjects(db, [{ workspace_id: workspace.id, id: params.browser_id }])
    if (object?.kind !== 'browser') throw notFound('browser')
    const page = await parts.findPage(object.record.url as string)
    return { page: webPageView(page, signFor(workspaceRole, parts.sign)) }
  }),
})

const strokeHandlers = (parts: ObjectParts) =>
  ({
    ...forAnyKind('stroke', parts),
    createOn: making(async call => {
      askKind('stroke', call.body)
      const on = targetOf('strokes', call.params)
      return await submitOne(parts, call, { op: 'create', kind: 'stroke', data: call.body, on })
    }),
  }) as unknown as Handlers<'strokes'>

const forAnyKind = (kind: KindName, parts: ObjectParts) => ({
  create: making(call => createObject(parts, kind, call)),
  delete: making(call => deleteObject(parts, kind, call)),
  list: reading(call => listOfKind(parts, kind, call)),
  get: reading(call => getObject(parts, kind, call)),
})

const allKinds = ({ writePath, sign }: ObjectParts): Handlers<'objects'> => ({
  list: read(({ db, workspace, workspaceRole, query }) =>
    listAllKinds(db, workspace, query, signFor(workspaceRole, sign)),
  ),
  change: change(async call => {
    const changes = call.body.changes.map((one, index) => {
      try {
        return readChange(one)
      } catch (error) {
        throw inChange(error, index)
      }
    })
    return await writePath.submit({ ...commonOf(call), changes, isList: true, right: 'can_edit_workspace' })
  }),
})

async function createObject(parts: ObjectParts, kind: KindName, call: Making) {
  askKind(kind, call.body)
  const { upload } = kinds[kind] as Kind
  // What lies behind an address may be gone the second time.
  const given = upload?.orByUrl && call.body.url !== undefined ? await call.findAnswer() : null
  if (given) return given
  const known = upload ? await parts.receive(kind, call.body, call.file) : undefined
  const create = { op: 'create', kind, data: call.body, ...(known ? { known } : {}) } as const
  return await submitOne(parts, call, create)
}

const deleteObject = (parts: ObjectParts, kind: KindName, call: Making) =>
  submitOne(parts, call, { op: 'delete', kind, id: idOf(kind, call), version: call.ifMatch })

async function listOfKind(
  { sign }: ObjectParts,
  kind: KindName,
  { db, workspace, workspaceRole, query, url }: Reading,
) {
  const signed = signFor(workspaceRole, sign)
  const { records, total } = await listKind(db, workspace.id, kind, sliceOf(query))
  return {
    [kinds[kind].path]: records.map(record => objectView(record, signed)),
    ...envelope(url, query, { total, size: records.length }),
  }
}

async function getObject({ sign }: ObjectParts, kind: KindName, call: Reading) {
  const [object] = await findObjects(call.db, [{ workspace_id: call.workspace.id, id: idOf(kind, call) }])
  if (object?.kind !== kind) throw notFound(kind)
  return { [kind]: objectView(object.record, signFor(call.workspaceRole, sign)) }
}

const idOf = (kind: KindName, { params }: KindCall) => params[`${kind}_id`] as string

/** The object that a path names by its type and id, of a kind that can take what is put on it. */
export function targetOf(
  what: 'comments' | 'strokes',
  params: Readonly<Record<string, string>>,
): { kind: KindName; id: string } {
  const kind = kindsTaking(what).find(one => one.path === params.object_type)
  if (!kind) throw notFound(`object that takes ${what}`)
  return { kind: kind.name, id: params.object_id as string }
}

type Common = Pick<ChangeRequest, 'claim' | 'workspace_uid' | 'idempotency'>

const commonOf = (call: { claim: Common['claim']; params: object; idempotency: Common['idempotency'] }): Common => ({
  claim: call.claim,
  workspace_uid: (call.params as { workspace_id: string }).workspace_id,
  idempotency: call.idempotency,
})

/** One change, answered by one record or a message. */
export const submitOne = (
  { writePath }: Pick<ObjectParts, 'writePath'>,
  call: { claim: Common['claim']; params: object; idempotency: Common['idempotency'] },
  one: ObjectChange,
  right: WorkspaceRight = 'can_edit_workspace',
): Promise<string | Replayed> => writePath.submit({ ...commonOf(call), changes: [one], right })
