// Pictures of a board: the whole, a part, or some objects, as PNG, WebP, SVG or PDF.

import { type Static, Type } from 'typebox'
import { embeddingFormats, formats, joinNames, pictureFormats, pixelFormats } from '../formats.ts'
import { FileContent, get, workspace } from '../operation.ts'
import { boolean, objectId, oneOf, optional } from '../values.ts'

const withPixels = joinNames(pixelFormats, 'and')

const coordinate = '-?\\d{1,10}(\\.\\d{1,4})?'

/** As text, because a query has no lists. */
const ids = (maxIds: number) =>
  Type.String({
    pattern: `^[0-9a-f]{24}(,[0-9a-f]{24}){0,${maxIds - 1}}$`,
    description: `Only these objects and the strokes on them: up to ${maxIds} ids separated by commas. As PDF, a single document has its own pages with the ink and comments on it, if its file is a PDF that the caller can download`,
  })

/** What a picture shows and how. At most one of `box`, `canvas` and `objects`; without them it shows everything. */
export const pictureFields = (maxIds: number) => ({
  box: optional(
    Type.String({
      pattern: `^${coordinate}(,${coordinate}){3}$`,
      description: 'x1,y1,x2,y2: only this part of the board',
    }),
  ),
  canvas: optional(
    Type.String({ ...objectId(), description: 'The id of a canvas: only this canvas and the objects on it' }),
  ),
  objects: optional(ids(maxIds)),
  scale: optional(
    Type.Number({
      minimum: 0.05,
      maximum: 4,
      description: `Pixels per board unit, for ${withPixels}; 1 by default. The picture has at most 64 megapixels`,
    }),
  ),
  width: optional(
    Type.Integer({
      minimum: 1,
      maximum: 32_767,
      description: `The width in pixels instead of \`scale\`, for ${withPixels}`,
    }),
  ),
  background: optional(
    oneOf(['board', 'white', 'transparent'], { default: 'board', description: 'Background of the picture' }),
  ),
  theme: optional(oneOf(['light', 'dark'], { default: 'light', description: 'Color theme of the board' })),
  padding: optional(
    Type.Integer({ minimum: 0, maximum: 1_000, default: 32, description: 'Margin on every side, in board units' }),
  ),
  pages: optional(
    oneOf(['one', 'canvases', 'tiles'], {
      description:
        'For pdf: `one` page by default, a page for each of the `canvases` in presentation order, or the board at full size in `tiles`',
    }),
  ),
  paper: optional(
    oneOf(['a4', 'letter', 'fit'], {
      description: 'For pdf: the page size. The default is `fit`, the size of the content, and A4 for tiles',
    }),
  ),
  embed: optional(
    boolean({
      description: `For ${joinNames(embeddingFormats, 'and')}: the file includes the objects, and importing it creates them`,
    }),
  ),
})

export const PictureQuery = Type.Object({
  format: optional(oneOf(pictureFormats, { default: 'png', description: 'Format of the picture' })),
  // An address may have 16 kilobytes.
  ...pictureFields(500),
  marks: optional(
    Type.String({
      pattern: '^[0-9a-f]{24}(,[0-9a-f]{24}){0,99}$',
      description: `For ${withPixels}: draws a numbered mark on each of these objects, 1 on the first: up to 100 ids separated by commas`,
    }),
  ),
})

export type PictureQuery = Static<typeof PictureQuery>

/** The part of the rows that a workspace and a published workspace share. */
export const pictureRow = {
  query: PictureQuery,
  reply: FileContent,
  content: pictureFormats.map(format => formats[format].mediaType),
  cost: 5,
  errors: 'A',
} as const

export const pictures = {
  get: get('/workspaces/:workspace_id/picture', {
    title: 'Get a Picture of a Workspace',
    description:
      'Draws a workspace, a part of it or some of its objects, as an image or a PDF. The response is the file itself. For very large boards, use an export.',
    needs: workspace(),
    ...pictureRow,
  }),
}
