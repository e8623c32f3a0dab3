// The pictures that the service renders of images and of the pages of documents, for everyone who can read the workspace.

import { Type } from 'typebox'

export const Picture = Type.Object(
  {
    url: Type.String({ description: 'A signed URL, valid for at least an hour' }),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  { named: 'Picture' },
)

/** The smallest first; empty until they are rendered. */
export const pictures = () =>
  Type.Array(Picture, {
    description: 'WebP, upright, without metadata; the smallest first, empty until they are rendered',
  })

export const DocumentPage = Type.Object(
  {
    number: Type.Integer({ description: 'Counted from 1' }),
    width: Type.Number({ description: 'In points, 72 per inch' }),
    height: Type.Number(),
    text: Type.String(),
    pictures: pictures(),
  },
  { named: 'DocumentPage' },
)
