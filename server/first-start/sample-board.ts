// The objects of the sample workspace as data, with at least one of every kind.

import { type KindName, kindNames, kinds } from '@tessera/contract'
import type { ReceiveFile } from '../board/index.ts'

type FileFields = Awaited<ReturnType<ReceiveFile>>

export interface SampleObject {
  readonly kind: KindName
  /** A name that connectors refer to instead of an id. */
  readonly name?: string
  readonly data: Record<string, unknown>
  readonly known?: FileFields
  /** Strokes on the object, with points relative to its top-left corner. */
  readonly strokes?: readonly Record<string, unknown>[]
  /** The comments on the object: all but the first are replies to the first. */
  readonly comments?: readonly string[]
}

export interface SampleFiles {
  readonly picture: FileFields
  readonly document: FileFields
}

export function sampleBoard(publicUrl: string, files: SampleFiles): readonly SampleObject[] {
  const designed = [...heading, ...notes, ...pictures(publicUrl, files), ...playground]
  const shown = new Set(designed.map(({ kind }) => kind))
  return [...designed, ...kindNames.filter(kind => !shown.has(kind)).map(sampleOf)]
}

/** A kind without a position on the board is placed below the others. */
const sampleOf = (kind: KindName, index: number): SampleObject => ({
  kind,
  data: { ...kinds[kind].samples.create, x: index * 600, y: 2400 },
})

const dark = '#17324d'
const text = (x: number, y: number, words: string, more: object = {}): SampleObject => ({
  kind: 'text',
  data: { x, y, text: words, fontColor: '#ffffff', backgroundColor: dark, ...more },
})
const note = (x: number, y: number, backgroundColor: string, words: string, more: object = {}): SampleObject => ({
  kind: 'note',
  data: { x, y, backgroundColor, text: words, ...more },
})
const canvas = (
  x: number,
  y: number,
  width: number,
  height: number,
  borderColor: string,
  name: string,
): SampleObject => ({
  kind: 'canvas',
  data: { x, y, width, height, borderColor, name },
})
const stroke = (penColor: string, brushSize: number, points: readonly number[]): SampleObject => ({
  kind: 'stroke',
  data: { penColor, brushSize, points },
})

const heading = [
  text(0, -530, 'Welcome to Tessera', { fontSize: 130, fontWeight: 'bold', fontFamily: 'Dosis' }),
  text(0, -290, 'A board for notes, pictures, documents and drawings. Look around, then make it yours.', {
    fontSize: 48,
    fontFamily: 'Helvetica',
    backgroundColor: '#d8efe9',
    fontColor: dark,
  }),
  stroke('Cyan', 14, wave(20, -326, 1120, 9)),
]

const notes = [
  canvas(0, 0, 1960, 1240, 'Blue', 'Start here'),
  note(80, 120, 'Teal', 'This is a note. Move it, write on it, change its color.', { fontWeight: 'bold' }),
  note(700, 120, 'Yellow', 'This one is pinned: it stays where it is.', { pin: true }),
  {
    ...note(1320, 120, 'Blue', 'Draw on the board, or on a note like this one.'),
    strokes: [{ penColor: 'Red', brushSize: 8, points: ellipse(280, 158, 258, 136) }],
  },
  {
    ...note(80, 500, 'Red', 'Comments belong to an object. This note has some.'),
    comments: ['Who is coming on Thursday?', 'I am, and I bring the sketches.'],
  },
  note(700, 500, 'Gold', 'Mention someone in a comment with @ and their email address, and they get an email.'),
  note(1320, 500, 'Grey', 'Every change is recorded: you can see a board as it was at any time.'),
  note(80, 880, 'Beige', 'Notes come in seven colors', { scale: 0.75, textTransform: 'uppercase' }),
  note(560, 880, 'Teal', 'and in sizes from half to four times this.', { scale: 0.5 }),
  text(920, 890, 'Text stands on its own, in six typefaces.', {
    fontFamily: 'Aleo',
    fontStyle: 'italic',
    fontSize: 56,
    width: 960,
  }),
  text(920, 1080, 'curl /api/workspaces/…/notes', {
    fontFamily: 'Source Code Pro',
    fontSize: 40,
    backgroundColor: '#2d2a32',
  }),
]

const pictures = (publicUrl: string, files: SampleFiles): SampleObject[] => [
  stroke('Green', 12, arrow(1990, 620, 2100)),
  canvas(2120, 0, 1960, 1240, 'Green', 'Pictures and pages'),
  { kind: 'image', data: { x: 2200, y: 120 }, known: files.picture },
  {
    kind: 'document',
    data: { x: 3100, y: 120, title: 'Documents on the board.pdf', scale: 0.5 },
    known: files.document,
  },
  note(3560, 120, 'Red', 'Read documents on the board, page by page.', { scale: 0.75 }),
  note(2200, 720, 'Yellow', 'You can scale pictures, draw on them and comment on them.', { scale: 0.75 }),
  { kind: 'browser', data: { x: 2700, y: 720, width: 1280, height: 460, url: `${publicUrl}/docs` } },
]

const shape = (name: string, x: number, form: string, fill: string): SampleObject => ({
  kind: 'shape',
  name,
  data: { x, y: 1980, width: 360, height: 200, form, fill, text: name, fontSize: 40 },
})
const connector = (from: string, to: string, label: string): SampleObject => ({
  kind: 'connector',
  data: { from: { id: from }, to: { id: to }, label, width: 4, color: dark },
})

const playground = [
  canvas(0, 1360, 4080, 900, 'Yellow', 'Your turn'),
  text(120, 1520, 'This space is yours.', {
    fontSize: 96,
    fontFamily: 'Exo 2',
    backgroundColor: '#e3ac00',
    fontColor: '#2b2000',
  }),
  stroke('Purple', 16, wave(140, 1760, 1000, 40)),
  stroke('Yellow', 24, ellipse(1500, 1760, 180, 120)),
  shape('Idea', 1960, 'ellipse', '#d8efe9'),
  shape('Sketch', 2600, 'rounded', '#ffffff'),
  shape('Good?', 3240, 'diamond', '#fff1c2'),
  connector('Idea', 'Sketch', ''),
  connector('Sketch', 'Good?', 'show it'),
]

function wave(x: number, y: number, length: number, height: number): number[] {
  const steps = 40
  return Array.from({ length: steps + 1 }, (_, index) => [
    Math.round(x + (length * index) / steps),
    Math.round(y + height * Math.sin((index / steps) * 6 * Math.PI)),
  ]).flat()
}

/** Looks hand-drawn: it ends a little past its start. */
function ellipse(x: number, y: number, radiusX: number, radiusY: number): number[] {
  return Array.from({ length: 46 }, (_, index) => {
    const angle = -2 + (index / 42) * 2 * Math.PI
    const grown = 0.94 + index / 700
    return [Math.round(x + radiusX * grown * Math.cos(angle)), Math.round(y + radiusY * grown * Math.sin(angle))]
  }).flat()
}

const arrow = (from: number, y: number, to: number) => [from, y, to, y, to - 40, y - 36, to, y, to - 40, y + 36]
