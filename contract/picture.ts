// The pictures that the service renders of images and of the pages of documents, for everyone who can read the workspace.

import { Type } from 'typebox'
import { text, whole } from './values.ts'

export const Picture = Type.Object(
  {
    url: text('A signed URL, valid for at least an hour'),
    width: whole('Width in pixels'),
    height: whole('Height in pixels'),
  },
  { named: 'Picture', description: 'A rendered picture' },
)

/** The smallest first; empty until they are rendered. */
export const pictures = () =>
  Type.Array(Picture, {
    description: 'WebP, upright, without metadata; the smallest first, empty until they are rendered',
  })

export const DocumentPage = Type.Object(
  {
    number: whole('Counted from 1'),
    width: Type.Number({ description: 'Width in points, 72 per inch' }),
    height: Type.Number({ description: 'Height in points, 72 per inch' }),
    text: text('The text on the page; empty if it has none'),
    pictures: pictures(),
  },
  { named: 'DocumentPage', description: 'A page of a document' },
)
