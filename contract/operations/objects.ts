// The operations on objects. Those of one kind are the same for every kind, so they are made from the table of kinds.

import { type TSchema, type TUnsafe, Type } from 'typebox'
import type { CreateOf, Fields, Kind, RecordOf, UpdateOf } from '../kind.ts'
import { browser } from '../kinds/browser.ts'
import { canvas } from '../kinds/canvas.ts'
import { document } from '../kinds/document.ts'
import { image } from '../kinds/image.ts'
import { type KindName, kindNames, type ObjectRecord } from '../kinds/index.ts'
import { note } from '../kinds/note.ts'
import { stroke } from '../kinds/stroke.ts'
import { text } from '../kinds/text.ts'
import { get, Message, post, put, remove, workspace } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { DocumentPage } from '../picture.ts'
import { Comment } from '../records/comment.ts'
import { Events, OneComment, OneWebPage } from '../records/index.ts'
import { objectId, oneOf, optional, orNull, timestamp, webAddress } from '../values.ts'

export const largestChangeList = 1_000

export const notes = ofKind(note)
export const texts = ofKind(text)
export const images = ofKind(image)

export const documents = {
  ...ofKind(document),
  /** Those that are made so far: all of them once the document is ready. */
  listPages: get('/workspaces/:workspace_id/documents/:document_id/pages', {
    title: 'List the Pages of a Document',
    needs: workspace(),
    query: PageQuery,
    reply: paged('pages', DocumentPage),
    errors: 'A',
  }),
}

export const browsers = {
  ...ofKind(browser),
  /** Found out by the service with the first look, and again when a day has passed. */
  getPage: get('/workspaces/:workspace_id/browsers/:browser_id/page', {
    title: 'Get the Page of a Browser',
    needs: workspace(),
    reply: OneWebPage,
    errors: 'A',
  }),
}

export const canvases = ofKind(canvas)

const drawn = ofKind(stroke)

/** Strokes are drawn and deleted, never changed. */
export const strokes = {
  create: { ...drawn.create, title: 'Draw Strokes on a Workspace' },
  createOn: post('/workspaces/:workspace_id/:object_type/:object_id/strokes', {
    title: 'Draw Strokes on an Object',
    needs: workspace('can_edit_workspace'),
    body: drawn.create.body,
    reply: drawn.create.reply,
    errors: 'A',
    status: 201,
  }),
  delete: drawn.delete,
  list: drawn.list,
  get: drawn.get,
}

const CommentDraft = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 8_192, pattern: '\\S' }),
  parent: optional(Type.String({ description: 'A top-level comment of the same object' })),
})

export const comments = {
  create: post('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'Comment on an Object',
    needs: workspace('comment'),
    body: CommentDraft,
    reply: OneComment,
    errors: 'A',
    status: 201,
  }),
  list: get('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'List the Comments on an Object',
    needs: workspace(),
    query: PageQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
  listInWorkspace: get('/workspaces/:workspace_id/comments', {
    title: 'List the Comments in a Workspace',
    needs: workspace(),
    query: PageQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
}

export type Change =
  | { op: 'create'; kind: KindName; data: Record<string, unknown> }
  | { op: 'update'; id: string; data: Record<string, unknown>; version?: number }
  | { op: 'delete'; id: string; version?: number }
  /** Brings back what was deleted, under its id, with the strokes and comments that went with it. */
  | { op: 'restore'; id: string }

export type ChangeResult = { [K in KindName]?: ObjectRecord<K> } | { id: string; deleted: true }

/** Each change is checked by its kind where it is applied, so that a faulty one is named by its index. */
export const ChangeList = Type.Unsafe<Change[]>(
  Type.Array(
    Type.Object({
      op: oneOf(['create', 'update', 'delete', 'restore']),
      kind: optional(oneOf(kindNames)),
      id: optional(objectId()),
      version: optional(Type.Integer({ minimum: 1 })),
      data: optional(Type.Object({})),
    }),
    { minItems: 1, maxItems: largestChangeList },
  ),
)

const Changes = Type.Object({ changes: ChangeList })

export const AnyObject = Type.Unsafe<{ [K in KindName]: { kind: K } & ObjectRecord<K> }[KindName]>(
  Type.Object({ kind: oneOf(kindNames), id: Type.String() }, { additionalProperties: true }),
)

const ObjectQuery = Type.Object({
  kind: optional(oneOf(kindNames)),
  box: optional(Type.String({ pattern: '^-?\\d{1,10}(,-?\\d{1,10}){3}$', description: 'x1,y1,x2,y2' })),
  updated_since: optional(timestamp()),
  query: optional(Type.String({ maxLength: 1_024 })),
  at: optional(Type.Integer({ minimum: 0, description: 'The workspace as it was after this sequence number' })),
  limit: optional(Type.Integer({ minimum: 1, default: 1_000, description: 'At most 1,000' })),
  cursor: optional(Type.String({ maxLength: 64 })),
})

const Objects = Type.Object({ objects: Type.Array(AnyObject), next_cursor: orNull(Type.String()) })

export const objects = {
  list: get('/workspaces/:workspace_id/objects', {
    title: 'List All Objects',
    needs: workspace(),
    query: ObjectQuery,
    reply: Objects,
    errors: 'A',
  }),
  change: post('/workspaces/:workspace_id/changes', {
    title: 'Change Many Objects',
    needs: workspace('can_edit_workspace'),
    body: Changes,
    reply: Type.Object({ results: Type.Array(Type.Unsafe<ChangeResult>({})) }),
    errors: 'A',
  }),
}

export const events = {
  list: get('/workspaces/:workspace_id/events', {
    title: 'List Events',
    needs: workspace(),
    query: Type.Object({
      after: optional(Type.Integer({ minimum: 0, default: 0 })),
      limit: optional(Type.Integer({ minimum: 1, default: 100, description: 'At most 1,000' })),
    }),
    reply: Events,
    errors: 'A',
  }),
}

function ofKind<const Name extends string, const Path extends string, F extends Fields, K extends Kind<Name, Path, F>>(
  kind: K & { name: Name; path: Path; fields: F },
) {
  const one = Type.Object({ [kind.name]: kind.Record }) as TSchema as TUnsafe<{ [Key in Name]: RecordOf<K> }>
  const all = `/workspaces/:workspace_id/${kind.path as Path}` as const
  const single = `${all}/:${kind.name as Name}_id` as const
  const edits = workspace('can_edit_workspace')
  return {
    create: post(all, {
      title: `Create ${kind.called}`,
      needs: edits,
      body: draft(kind) as TSchema as TUnsafe<CreateOf<K>>,
      reply: one,
      errors: 'A',
      status: 201,
      ...(kind.upload ? { upload: kind.upload } : {}),
    }),
    update: put(single, {
      title: `Update ${kind.called}`,
      needs: edits,
      body: kind.Update as TSchema as TUnsafe<UpdateOf<K>>,
      reply: one,
      errors: 'A',
    }),
    delete: remove(single, { title: `Delete ${kind.called}`, needs: edits, reply: Message, errors: 'A' }),
    list: get(all, {
      title: `List ${kind.calledMany}`,
      needs: workspace(),
      query: PageQuery,
      reply: paged(kind.path as Path, kind.Record as TSchema as TUnsafe<RecordOf<K>>),
      errors: 'A',
    }),
    get: get(single, { title: `Get ${kind.called}`, needs: workspace(), reply: one, errors: 'A' }),
  }
}

/** What a create takes: the fields of the kind, and for those that may be fetched the address to fetch from. */
function draft(kind: Kind): TSchema {
  return kind.upload?.orByUrl ? Type.Object({ ...kind.Create.properties, url: optional(webAddress()) }) : kind.Create
}
