// The handlers of objects: those of one kind, derived from the table of kinds like their operations, and those of all kinds.

import { type Kind, type KindName, kinds } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { type ChangeCall, change, type Handlers, type ReadCall, read } from '../../accounts/handler.ts'
import type { SignFile } from '../../platform/files/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { envelope, sliceOf } from '../../tools/index.ts'
import { checkChangeList, parseChanges } from '../changes/check-change.ts'
import { submitChange, submitChanges, targetOf } from '../changes/submit-change.ts'
import type { WritePath } from '../changes/write-path.ts'
import { listKind } from '../records/object-list-store.ts'
import { findObject } from '../records/object-store.ts'
import { objectView, recordText, signFor } from '../records/stored-object.ts'
import { boardGraph } from './board-graph.ts'
import { listAllKinds } from './list-objects.ts'
import type { ReceiveFile } from './received-file.ts'

export interface ObjectDependencies {
  readonly writePath: WritePath
  readonly sign: SignFile
  /** Stores the uploaded file of a create and recognizes its type, or fetches it from its URL. */
  readonly receive: ReceiveFile
}

export const objectHandlers = (dependencies: ObjectDependencies) => ({
  ...kindHandlers(dependencies),
  strokes: strokeHandlers(dependencies),
  objects: allKinds(dependencies),
})

/** A call of an operation of any kind, typed only to the extent that the table of kinds is. */
interface KindCall {
  readonly params: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
  readonly query: { limit?: number; offset?: number }
}
type KindChangeCall = Omit<ChangeCall<never>, keyof KindCall> & KindCall
type KindReadCall = Omit<ReadCall<{ path: ''; needs: { load: 'workspace' } }>, keyof KindCall> & KindCall

const changeHandler = (run: (call: KindChangeCall) => Promise<unknown>) => ({ how: 'change', run })
const readHandler = (run: (call: KindReadCall) => Promise<unknown>) => ({ how: 'read', run })

type KindNoun = (typeof kinds)[KindName]['noun']

/** Excludes the operations that only this kind has. */
type OfEveryKind<Noun extends KindNoun> = Pick<
  Handlers<Noun>,
  keyof Handlers<Noun> & ('create' | 'get' | 'list' | 'update' | 'delete')
>

const kindHandlers = (dependencies: ObjectDependencies) =>
  Object.fromEntries(Object.values(kinds).map(kind => [kind.noun, ofKind(kind.name, dependencies)])) as unknown as {
    [Noun in KindNoun]: OfEveryKind<Noun>
  }

/** A kind without fields that can be updated has no update operation. */
function ofKind<Noun extends KindNoun>(kind: KindName, dependencies: ObjectDependencies) {
  if (kinds[kind].updatable.length === 0) return forAnyKind(kind, dependencies) as unknown as OfEveryKind<Noun>
  return {
    ...forAnyKind(kind, dependencies),
    update: changeHandler(call => {
      const update = { op: 'update', kind, id: idOf(kind, call), data: call.body, version: call.ifMatch } as const
      return submitChange(dependencies.writePath, call, update)
    }),
  } as unknown as OfEveryKind<Noun>
}

const strokeHandlers = (dependencies: ObjectDependencies) =>
  ({
    ...ofKind<'strokes'>('stroke', dependencies),
    createOn: changeHandler(async call => {
      const on = targetOf('strokes', call.params)
      return await submitChange(dependencies.writePath, call, { op: 'create', kind: 'stroke', data: call.body, on })
    }),
  }) as unknown as Handlers<'strokes'>

const forAnyKind = (kind: KindName, dependencies: ObjectDependencies) => ({
  create: changeHandler(call => createObject(dependencies, kind, call)),
  delete: changeHandler(call => deleteObject(dependencies, kind, call)),
  list: readHandler(call => listOfKind(dependencies, kind, call)),
  get: readHandler(call => getObject(dependencies, kind, call)),
})

const allKinds = ({ writePath, sign }: ObjectDependencies): Handlers<'objects'> => ({
  graph: read(({ db, workspace }) => boardGraph(db, workspace.id)),
  list: read(({ db, workspace, workspaceRole, query }) =>
    listAllKinds(db, workspace, query, signFor(workspaceRole, sign)),
  ),
  change: change(call => {
    const { changes, if_seq, dry_run: isDryRun } = call.body
    return submitChanges(writePath, call, parseChanges(changes), { if_seq, isDryRun })
  }, checkChangeList),
})

async function createObject(dependencies: ObjectDependencies, kind: KindName, call: KindChangeCall) {
  const { upload } = kinds[kind] as Kind
  // The file at a URL may be gone or changed by the second call.
  const stored = upload?.orByUrl && call.body.url !== undefined ? await call.findStoredResponse() : null
  if (stored) return stored
  const uploader = { user_id: call.claim.user_id, storeFile: call.storeFile }
  const known = upload ? await dependencies.receive(kind, call.body, call.file, uploader) : undefined
  const create = { op: 'create', kind, data: call.body, ...(known ? { known } : {}) } as const
  return await submitChange(dependencies.writePath, call, create)
}

const deleteObject = (dependencies: ObjectDependencies, kind: KindName, call: KindChangeCall) =>
  submitChange(dependencies.writePath, call, { op: 'delete', kind, id: idOf(kind, call), version: call.ifMatch })

/** Returns JSON text: stored records have the format of the API, so most of them are not parsed. */
async function listOfKind(
  { sign }: ObjectDependencies,
  kind: KindName,
  { db, workspace, workspaceRole, query, url }: KindReadCall,
) {
  const signed = signFor(workspaceRole, sign)
  const { texts, total } = await listKind(db, { workspace_id: workspace.id, kind, ...sliceOf(query) })
  const records = texts.map(text => recordText(text, signed))
  const page = JSON.stringify(envelope(url, query, { total, size: texts.length }))
  return `{"${kinds[kind].path}":[${records.join()}],${page.slice(1)}`
}

async function getObject({ sign }: ObjectDependencies, kind: KindName, call: KindReadCall) {
  const { record } = await getOfKind(call.db, call.workspace.id, kind, idOf(kind, call))
  return { [kind]: objectView(record, signFor(call.workspaceRole, sign)) }
}

/** Throws if the workspace has no object of this kind with this id. */
export async function getOfKind(db: Reader, workspace_id: number, kind: KindName, id: string) {
  const object = await findObject(db, workspace_id, id)
  if (object?.kind !== kind) throw notFound(kind)
  return object
}

const idOf = (kind: KindName, { params }: KindCall) => params[`${kind}_id`] as string
