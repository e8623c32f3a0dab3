// The pictures that the service makes of images and of the pages of documents, for everybody who may read the workspace.

import { Type } from 'typebox'

export const Picture = Type.Object({
  url: Type.String({ description: 'A signed address, good for at least an hour' }),
  width: Type.Integer(),
  height: Type.Integer(),
})

/** The smallest first; empty until they are made. */
export const pictures = () =>
  Type.Array(Picture, { description: 'WebP, upright, without metadata; the smallest first, none until they are made' })

export const DocumentPage = Type.Object({
  number: Type.Integer({ description: 'Counted from 1' }),
  width: Type.Number({ description: 'In points, 72 to the inch' }),
  height: Type.Number(),
  text: Type.String(),
  pictures: pictures(),
})
