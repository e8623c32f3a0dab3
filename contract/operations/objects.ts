// The operations on objects. Every kind has the same ones, so they are derived from the table of kinds.

import { type TSchema, type TUnsafe, Type } from 'typebox'
import { Changed, Changes } from '../change-list.ts'
import type { CreateOf, Fields, Kind, RecordOf, UpdateOf } from '../kind.ts'
import { type KindName, kindNames, kinds, type ObjectRecord } from '../kinds/index.ts'
import { get, Message, post, put, remove, workspace } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { DocumentPage } from '../picture.ts'
import { Events, OneWebPage } from '../records/index.ts'
import { boolean, oneOf, optional, orNull, text, timestamp, webAddress } from '../values.ts'

type Kinds = typeof kinds
type KindOperations = { [K in KindName as Kinds[K]['noun']]: OperationsOf<Kinds[K]> }

const ofKinds = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [kind.noun, ofKind(kind)]),
) as unknown as KindOperations

/** The operations of every kind, and those that only one kind has. */
export const kindOperations = {
  ...ofKinds,
  documents: {
    ...ofKinds.documents,
    listPages: get('/workspaces/:workspace_id/documents/:document_id/pages', {
      title: 'List the Pages of a Document',
      description:
        'Lists the pages of a document that have been rendered so far, with their text and pictures; all of them once its state is `ready`.',
      needs: workspace(),
      query: PageQuery,
      reply: paged('pages', DocumentPage),
      errors: 'A',
    }),
  },
  browsers: {
    ...ofKinds.browsers,
    getPage: get('/workspaces/:workspace_id/browsers/:browser_id/page', {
      title: 'Get the Page of a Browser',
      description:
        'Returns the title, pictures and framing policy of the web page that a browser shows; they are refreshed daily.',
      needs: workspace(),
      reply: OneWebPage,
      errors: 'A',
    }),
  },
  strokes: {
    ...ofKinds.strokes,
    create: { ...ofKinds.strokes.create, title: 'Draw Strokes on a Workspace' },
    createOn: post('/workspaces/:workspace_id/:object_type/:object_id/strokes', {
      title: 'Draw Strokes on an Object',
      description:
        'Draws a stroke on an object; its points are relative to the top-left corner of the object. The stroke moves with the object and is deleted with it.',
      needs: workspace('can_edit_workspace'),
      attaches: 'strokes',
      body: ofKinds.strokes.create.body,
      reply: ofKinds.strokes.create.reply,
      errors: 'A',
      status: 201,
    }),
  },
}

export const AnyObject = Type.Unsafe<{ [K in KindName]: { kind: K } & ObjectRecord<K> }[KindName]>(
  Type.Object({ kind: oneOf(kindNames), id: Type.String() }, { additionalProperties: true, named: 'BoardObject' }),
)

const ObjectQuery = Type.Object({
  kind: optional(oneOf(kindNames, { description: 'Only objects of this kind', named: 'ObjectKind' })),
  box: optional(
    Type.String({
      pattern: '^-?\\d{1,10}(,-?\\d{1,10}){3}$',
      description: 'Only objects that touch this area of the board: x1,y1,x2,y2',
    }),
  ),
  updated_since: optional(timestamp({ description: 'Only objects that were changed at or after this time' })),
  query: optional(
    Type.String({ maxLength: 1_024, description: 'Only objects whose text, title, name or URL contains this' }),
  ),
  at: optional(Type.Integer({ minimum: 0, description: 'The workspace as it was after this sequence number' })),
  limit: optional(
    Type.Integer({ minimum: 1, default: 1_000, description: 'Number of objects per page, at most 1,000' }),
  ),
  cursor: optional(Type.String({ maxLength: 64, description: 'The next_cursor of the previous page' })),
})

const Objects = Type.Object({
  objects: Type.Array(AnyObject, { description: 'Objects of all kinds' }),
  next_cursor: orNull(text('Send it as `cursor` to get the next page; null on the last page')),
  seq: Type.Integer({
    description: 'The sequence number of the last event that the list includes; later ones may be included in part',
  }),
})

const GraphNode = Type.Object(
  {
    id: text('Id of the object'),
    kind: oneOf(kindNames, { description: 'Kind of the object', named: 'ObjectKind' }),
    text: text('Its text, title or name'),
  },
  { named: 'GraphNode', description: 'An object that connectors connect' },
)

const GraphEdge = Type.Object(
  {
    id: text('The id of the connector'),
    from: text('The id of a node'),
    to: text('The id of a node'),
    label: text('Text on the connector'),
    directed: Type.Boolean({ description: 'Whether exactly one end has a cap, which is at `to`' }),
  },
  { named: 'GraphEdge', description: 'A connector that has both ends attached' },
)

const Graph = Type.Object(
  {
    nodes: Type.Array(GraphNode, { description: 'The objects at the ends of edges' }),
    edges: Type.Array(GraphEdge, { description: 'The connectors' }),
  },
  { named: 'Graph', description: 'The graph of connected objects' },
)

export const objects = {
  graph: get('/workspaces/:workspace_id/graph', {
    title: 'Get the Graph of a Workspace',
    description:
      'Returns the objects that connectors connect as a graph. The objects are nodes, and each connector that is attached at both ends is an edge.',
    needs: workspace(),
    reply: Graph,
    errors: 'A',
  }),
  list: get('/workspaces/:workspace_id/objects', {
    title: 'List All Objects',
    description:
      'Lists objects of all kinds. The list can be limited to a kind, an area, a search text or a point in the log. Use it to read a board: one request returns up to 1,000 objects.',
    needs: workspace(),
    query: ObjectQuery,
    reply: Objects,
    errors: 'A',
  }),
  change: post('/workspaces/:workspace_id/changes', {
    title: 'Change Many Objects',
    description:
      'Creates, updates, deletes, restores, restacks and groups objects in one request. Either all changes are applied or none. Use it whenever there is more than one change: it is faster than single requests. New objects can be named with `ref`, so that later entries, such as connectors, refer to them.',
    needs: workspace('can_edit_workspace'),
    body: Changes,
    reply: Changed,
    errors: 'A',
    hasSeq: true,
  }),
}

export const events = {
  list: get('/workspaces/:workspace_id/events', {
    title: 'List Events',
    description:
      'Lists the log of a workspace in order, starting after a sequence number. Keep the last `seq` that you have read and continue after it. A listener or the live socket delivers the same events without polling.',
    needs: workspace(),
    query: Type.Object({
      after: optional(
        Type.Integer({ minimum: 0, default: 0, description: 'Only events with a higher sequence number' }),
      ),
      limit: optional(
        Type.Integer({ minimum: 1, default: 100, description: 'Number of events per page, at most 1,000' }),
      ),
      mine: optional(
        boolean({
          description:
            'True: only changes of objects and comments that this application made for the user. With a personal token: only changes that were made with that token',
        }),
      ),
    }),
    reply: Events,
    errors: 'A',
  }),
}

type OperationsOf<K extends Kind> =
  ReturnType<typeof allOf<K>> extends infer All
    ? { [Verb in keyof All as Verb extends 'update' ? UpdateVerb<K> : Verb]: All[Verb] }
    : never

type UploadOf<K extends Kind> = K extends Kind<string, string, string, Fields, infer U> ? U : never

type UpdateVerb<K extends Kind> = keyof UpdateOf<K> extends never ? never : 'update'

/** A kind without fields that can be updated has no update. */
function ofKind(kind: Kind) {
  const { update, ...others } = allOf(kind)
  return kind.updatable.length > 0 ? { ...others, update } : others
}

function allOf<K extends Kind>(kind: K) {
  type Path = `/workspaces/:workspace_id/${K['path']}`
  const one = Type.Object({ [kind.name]: kind.Record }) as TSchema as TUnsafe<{ [Key in K['name']]: RecordOf<K> }>
  const all = `/workspaces/:workspace_id/${kind.path}` as Path
  const single = `${all}/:${kind.name}_id` as `${Path}/:${K['name']}_id`
  const edits = workspace('can_edit_workspace')
  const { singular, plural } = kind
  const thing = singular.toLowerCase()
  return {
    create: post(all, {
      title: `Create ${singular}`,
      description: kind.upload?.orByUrl
        ? `Creates ${thing} in a workspace, from an uploaded file or from a URL. The response does not wait until it is processed.`
        : kind.upload
          ? `Creates ${thing} in a workspace, from an uploaded file. The response does not wait until it is processed.`
          : `Creates ${thing} in a workspace. To create several objects at once, use \`objects.change\`.`,
      needs: edits,
      body: draft(kind) as TSchema as TUnsafe<CreateOf<K>>,
      reply: one,
      errors: 'A',
      status: 201,
      upload: kind.upload as UploadOf<K>,
    }),
    update: put(single, {
      title: `Update ${singular}`,
      description: `Updates ${thing}. Fields that are not sent do not change. With \`If-Match\`, the update is applied only if the object has that version.`,
      needs: edits,
      body: kind.Update as TSchema as TUnsafe<UpdateOf<K>>,
      reply: one,
      errors: 'A',
      hasVersion: true,
    }),
    delete: remove(single, {
      title: `Delete ${singular}`,
      description: `Deletes ${thing} and everything attached to it. \`objects.change\` can restore it.`,
      needs: edits,
      reply: Message,
      errors: 'A',
      hasVersion: true,
    }),
    list: get(all, {
      title: `List ${plural}`,
      description: `Lists the ${plural.toLowerCase()} in a workspace, oldest first. For objects of all kinds, use \`objects.list\`.`,
      needs: workspace(),
      query: PageQuery,
      reply: paged(kind.path as K['path'], kind.Record as TSchema as TUnsafe<RecordOf<K>>),
      errors: 'A',
    }),
    get: get(single, {
      title: `Get ${singular}`,
      description: `Returns ${thing} by its id. To avoid overwriting the changes of others, send its \`version\` as \`If-Match\` when you update it.`,
      needs: workspace(),
      reply: one,
      errors: 'A',
    }),
  }
}

/** The body of a create: the fields of the kind, and the address to fetch from if the service can fetch the file. */
function draft(kind: Kind): TSchema {
  return kind.upload?.orByUrl
    ? Type.Object({
        ...kind.Create.properties,
        url: optional(webAddress('URL from which the service fetches the file: http or https')),
      })
    : kind.Create
}
