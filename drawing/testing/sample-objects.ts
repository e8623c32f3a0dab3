// Objects for drawing tests: one factory per kind with the defaults of the service, and a board with all of them.

import { type KindName, kindNames, kinds } from '@tessera/contract'
import { shape, shapeForms } from '@tessera/contract/kinds/shape'
import type {
  BrowserObject,
  CanvasObject,
  ConnectorObject,
  DocumentObject,
  Drawable,
  FontFamily,
  ImageObject,
  NoteColor,
  NoteObject,
  PenColor,
  ShapeForm,
  ShapeObject,
  StrokeObject,
  TextObject,
} from '../drawable.ts'
import { computeTextSize } from '../text-size.ts'

let count = 0
const nextPlace = () => ({ id: (++count).toString(16).padStart(24, '0'), x: 0, y: 0 })

export const aNote = (fields: Partial<NoteObject> = {}): NoteObject => ({
  ...nextPlace(),
  kind: 'note',
  width: 560,
  height: 320,
  text: '',
  fontWeight: 'normal',
  textTransform: 'inherit',
  backgroundColor: 'Teal',
  scale: 1,
  ...fields,
})

export function aText(fields: Partial<TextObject> = {}): TextObject {
  const styled = {
    ...nextPlace(),
    kind: 'text',
    text: '',
    fontFamily: 'Dosis',
    fontSize: 64,
    fontColor: '#ffffff',
    fontWeight: 'normal',
    fontStyle: 'normal',
    textTransform: 'inherit',
    backgroundColor: '#ea3e35',
    ...fields,
  } as const
  return { ...styled, ...computeTextSize(styled) }
}

export const anImage = (fields: Partial<ImageObject> = {}): ImageObject => ({
  ...nextPlace(),
  kind: 'image',
  width: 800,
  height: 520,
  scale: 1,
  ...fields,
})

export const aDocument = (fields: Partial<DocumentObject> = {}): DocumentObject => ({
  ...nextPlace(),
  kind: 'document',
  type: 'pdf',
  title: 'Report',
  scale: 1,
  state: 'processing',
  pages: null,
  ...fields,
})

export const aBrowser = (fields: Partial<BrowserObject> = {}): BrowserObject => ({
  ...nextPlace(),
  kind: 'browser',
  width: 800,
  height: 600,
  contentWidth: 1024,
  contentHeight: 768,
  url: 'https://www.example.org/a/path/to/somewhere?with=query',
  frameless: false,
  ...fields,
})

export const aCanvas = (fields: Partial<CanvasObject> = {}): CanvasObject => ({
  ...nextPlace(),
  kind: 'canvas',
  width: 1000,
  height: 1000,
  name: 'Ideas',
  borderColor: 'Red',
  ...fields,
})

export const aStroke = (points: readonly number[], fields: Partial<StrokeObject> = {}): StrokeObject => ({
  id: nextPlace().id,
  kind: 'stroke',
  penColor: 'White',
  size: 10,
  brushType: 'Pen',
  points,
  targetId: null,
  ...fields,
})

export const aShape = (fields: Partial<ShapeObject> = {}): ShapeObject => ({
  ...(shape.defaults as unknown as ShapeObject),
  ...nextPlace(),
  kind: 'shape',
  ...fields,
})

/** A connector with the path that it is drawn with; nothing is routed here. */
export const aConnector = (
  points: readonly (readonly [number, number])[],
  fields: Partial<ConnectorObject> = {},
): ConnectorObject => {
  const [x = 0, y = 0] = points[0] ?? []
  const [toX = 0, toY = 0] = points.at(-1) ?? []
  return {
    id: nextPlace().id,
    kind: 'connector',
    from: { x, y },
    to: { x: toX, y: toY },
    path: 'straight',
    via: [],
    startCap: 'none',
    endCap: 'arrow',
    color: '#1f2937',
    width: 2,
    line: 'solid',
    label: '',
    labelAt: 0.5,
    points: points.map(([x, y]) => [x, y]),
    box: { x: Math.min(x, toX), y: Math.min(y, toY), width: Math.abs(toX - x), height: Math.abs(toY - y) },
    ...fields,
  }
}

/** An object of any kind, as in the API reference. */
const aSample = (kind: KindName): Drawable =>
  ({ ...kinds[kind].defaults, ...kinds[kind].samples.create, ...nextPlace(), kind }) as unknown as Drawable

export function sampleBoard(): Drawable[] {
  const designed = designedBoard()
  const shown = new Set(designed.map(({ kind }) => kind))
  return [...designed, ...kindNames.filter(kind => !shown.has(kind)).map(aSample)]
}

function designedBoard(): Drawable[] {
  const ideas = aNote({ x: 690, y: 510, text: 'Ideas', fontWeight: 'bold' })
  return [
    aCanvas({ x: 20, y: 0, width: 2540, height: 960, name: 'Brainstorm' }),
    aCanvas({ x: 2600, y: 0, width: 1400, height: 960, name: 'Type', borderColor: 'Yellow' }),
    aCanvas({ x: 20, y: 1000, width: 1540, height: 720, name: 'Pictures', borderColor: 'Green' }),
    aCanvas({ x: 1600, y: 1000, width: 2620, height: 720, name: 'The web', borderColor: 'Blue' }),
    ...notes.map(([backgroundColor, x, y, text]) => aNote({ backgroundColor, x, y, text })),
    ideas,
    aStroke(ring(280, 160, 110), { targetId: ideas.id, penColor: 'Purple', size: 8 }),
    aStroke([60, 260, 500, 240], { targetId: ideas.id, penColor: 'Red', size: 14 }),
    aStroke([280, 230, 280, 290], { targetId: ideas.id, brushType: 'Eraser', size: 40 }),
    ...texts,
    anImage({ x: 80, y: 1080, scale: 1.1 }),
    anImage({ id: 'photo', x: 1000, y: 1080, scale: 0.65 }),
    aBrowser({
      id: 'site',
      x: 1640,
      y: 1080,
      height: 560,
      preview: { title: 'Field notes from the mountains above the lake', shows: 'picture' },
    }),
    aBrowser({ x: 2500, y: 1080, height: 560, frameless: true }),
    aBrowser({
      x: 3360,
      y: 1080,
      height: 560,
      url: 'https://reading.example.net/2026',
      preview: {
        title: 'What we read this year, and what we would read again if we had another one',
        shows: 'nothing',
      },
    }),
    aDocument({ x: 80, y: 1760, scale: 0.8, title: 'Annual report with a title that goes on and on and on' }),
    aDocument({ x: 800, y: 1760, scale: 0.8, type: 'word', title: 'Minutes', state: 'failed' }),
    aDocument({ id: 'slides', x: 1520, y: 1760, scale: 0.8, type: 'powerpoint', title: 'Kick-off', pages: 12 }),
    aDocument({ x: 2500, y: 1760, scale: 0.8, type: 'powerpoint', title: 'Draft' }),
    aDocument({ x: 3480, y: 1760, scale: 0.8, type: 'excel', title: 'Budget' }),
    ...pens.map((penColor, index) => aStroke(wave(3700, 140 + index * 120, 800), { penColor, size: 6 + index * 5 })),
    aStroke([4100, 60, 4180, 500, 4100, 950], { brushType: 'Eraser', size: 60 }),
    ...shapeForms.map((form, index) => aSampleShape(form, index)),
    ...shapeForms.slice(1).map((form, index) =>
      aConnector(
        [
          [80 + index * 340 + 240, 2420],
          [80 + (index + 1) * 340, 2420],
        ],
        { label: form },
      ),
    ),
  ]
}

const aSampleShape = (form: ShapeForm, index: number) =>
  aShape({ form, x: 80 + index * 340, y: 2340, text: form, rotation: form === 'star' ? 15 : 0 })

const notes: [NoteColor, x: number, y: number, text: string][] = [
  ['Beige', 80, 130, 'Ship it'],
  ['Blue', 690, 130, 'Who will be at the workshop on Thursday, and who joins from home?'],
  ['Gold', 1300, 130, 'Price\nPlace\nPromotion\nProduct'],
  ['Grey', 1910, 130, 'Donaudampfschifffahrtsgesellschaft'],
  [
    'Red',
    80,
    510,
    'Risk: the supplier in Łódź cannot deliver before the end of March. We need a second source, and somebody who ' +
      'asks them today. Ask Zoë for the numbers of last year; she kept the sheet with the lead times and penalties.',
  ],
  ['Yellow', 1300, 510, 'What did we learn from the last one?'],
]

const families: [FontFamily, background: string, color: string][] = [
  ['Dosis', '#ea3e35', '#ffffff'],
  ['Helvetica', '#2b323d', '#ffffff'],
  ['Times New Roman', '#3b7ddd', '#ffffff'],
  ['Source Code Pro', '#2f9e6b', '#ffffff'],
  ['Aleo', '#8a4fd3', '#ffffff'],
  ['Exo 2', '#ffffff', '#1f2630'],
]

const texts = [
  ...families.map(([fontFamily, backgroundColor, fontColor], index) =>
    aText({
      x: 2660,
      y: 80 + index * 110,
      text: `${fontFamily}: Hamburgefonts`,
      fontFamily,
      backgroundColor,
      fontColor,
      fontStyle: index % 2 ? 'italic' : 'normal',
      fontWeight: index > 2 ? 'bold' : 'normal',
    }),
  ),
  aText({
    x: 2660,
    y: 760,
    width: 900,
    fontSize: 36,
    fontFamily: 'Aleo',
    backgroundColor: '#fff7e0',
    fontColor: '#43330a',
    text: 'A longer text that has been given a width is broken into lines that fit between the sides of its box.',
  }),
]

const pens: PenColor[] = ['White', 'Gray', 'Yellow', 'Red', 'Green', 'Purple', 'Cyan']

function wave(x: number, y: number, width: number) {
  return Array.from({ length: 60 }, (_, index) => index / 59).flatMap(along => {
    return [Math.round(x + along * width), Math.round(y + Math.sin(along * 14) * 34 * (1 - along * 0.5))]
  })
}

function ring(x: number, y: number, radius: number) {
  return Array.from({ length: 40 }, (_, index) => (index / 37) * 2 * Math.PI).flatMap(angle => {
    return [Math.round(x + Math.cos(angle) * radius * 1.3), Math.round(y + Math.sin(angle) * radius)]
  })
}
