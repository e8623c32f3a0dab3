// Published workspaces, for anyone with the link, without a token. A snapshot has pages, each with the objects of one area
// of the board, so that the visible area can be fetched first.

import { Type } from 'typebox'
import { anyone, get } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { DocumentPage, Picture } from '../picture.ts'
import { box, objectId, optional, orNull, text, timestamp, whole } from '../values.ts'
import { AnyObject } from './objects.ts'
import { pictureRow } from './pictures.ts'

const SnapshotPage = Type.Object(
  {
    cursor: Type.String({ description: 'Pass it as `cursor` to get the objects of this page' }),
    bounds: box(),
    objects_count: whole('Number of objects on the page'),
  },
  { named: 'SnapshotPage', description: 'The part of a published workspace in one area of the board' },
)

const PublishedWebPage = Type.Object(
  {
    id: Type.String({ description: 'The id of the browser object that shows it' }),
    title: Type.String({ description: 'Empty if it has none' }),
    picture: orNull(Picture),
    icon: orNull(Picture),
  },
  { named: 'PublishedWebPage', description: 'The web page that a browser object of a published workspace shows' },
)

const Published = Type.Object(
  {
    uid: text('Identifies the workspace in addresses'),
    name: text('Name of the workspace'),
    description: text('Description; empty if there is none'),
    published_at: timestamp({ description: 'When it was published' }),
    can_download: Type.Boolean({ description: 'Whether anyone can get pictures and PDFs of it' }),
    version: Type.String({ description: 'Changes every time the workspace is published' }),
    objects_count: whole('Number of objects in the workspace'),
    bounds: orNull(box()),
    objects: Type.Array(AnyObject, { description: 'The objects of this page' }),
    next_cursor: orNull(text('Send it as `cursor` to get the next page; null on the last page')),
    web_pages: optional(
      Type.Array(PublishedWebPage, {
        description: 'The web pages that browsers among the objects show, if there are any',
      }),
    ),
    pages: optional(Type.Array(SnapshotPage, { description: 'All pages, if neither `cursor` nor `object` was given' })),
  },
  { named: 'PublishedWorkspace', description: 'A page of the published snapshot of a workspace' },
)

const PublishedQuery = Type.Object({
  box: optional(
    Type.String({
      pattern: '^-?\\d{1,10}(,-?\\d{1,10}){3}$',
      description: 'x1,y1,x2,y2: only the pages and objects that overlap it',
    }),
  ),
  cursor: optional(
    Type.String({
      pattern: '^[0-9a-f]{24}\\.\\d{1,7}$',
      description: 'The cursor of a page. The default is the first page',
    }),
  ),
  object: optional(
    Type.String({ ...objectId(), description: 'The id of an object: returns the page that contains it' }),
  ),
})

export const published = {
  get: get('/published/:workspace_id', {
    title: 'Get a Published Workspace',
    description:
      'Returns a page of the published snapshot of a workspace, without a token. It stays the same until the workspace is published again.',
    needs: anyone(),
    query: PublishedQuery,
    reply: Published,
    errors: 'A',
  }),
  getPicture: get('/published/:workspace_id/picture', {
    title: 'Get a Picture of a Published Workspace',
    description: 'Draws a published workspace, a part of it or some of its objects, if its publisher allows downloads.',
    needs: anyone(),
    ...pictureRow,
  }),
  listPages: get('/published/:workspace_id/documents/:document_id/pages', {
    title: 'List the Pages of a Published Document',
    description: 'Lists the pages of a document as they were when the workspace was published, without a token.',
    needs: anyone(),
    query: PageQuery,
    reply: paged('pages', DocumentPage),
    errors: 'A',
  }),
}
