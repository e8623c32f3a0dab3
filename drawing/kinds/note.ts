// A sticky note: colored paper with a soft shadow, and its text centered, as large as fits.

import { drawText, listTextLinks } from '../draw-text.ts'
import type { NoteObject } from '../drawable.ts'
import { layOutNote, notePadding } from '../note-text.ts'
import { noteColors } from '../palette.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded, shadowReach, softShadow } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import type { TextLine } from '../text-layout.ts'

const radius = 14
const edgeHeight = 6

export const note: Renderer<NoteObject> = {
  layer: 'board',
  swatches: noteColors,
  frame: ({ x, y, width, height, scale, rotation = 0 }) => ({ x, y, width, height, scale, rotation }),
  hits: insideFrame,
  links(object) {
    const { lines, font } = layOutNote(object)
    return listTextLinks(lines, font)
  },
  minDetailZoom: object => Math.min(44 / object.height, readableFrom / largestFont(object)),
  overflow: () => ({ around: shadowReach }),
  fill: ({ backgroundColor }) => noteColors[backgroundColor].fill,
  tinyColor: ({ backgroundColor }) => noteColors[backgroundColor].fill,
  draw(surface, object, { detail, zoom, theme }) {
    if (detail === 'far') return drawFar(surface, object)
    const { width, height } = object
    const colors = noteColors[object.backgroundColor]
    if (zoom < 44 / height) {
      if (layOutNote(object).font.fontSize * zoom < readableFrom) return drawFar(surface, object)
      // Too small for a shadow and round corners, which take longer to draw than the text.
      surface.fillStyle = colors.fill
      surface.fillRect(0, 0, width, height)
      return drawNoteText(surface, object, colors, zoom)
    }
    softShadow(surface, object, radius, theme.shadow, zoom)
    fillRounded(surface, { x: 0, y: 0, width, height }, radius, colors.edge)
    fillRounded(surface, { x: 0, y: 0, width, height: height - edgeHeight }, radius, colors.fill)
    drawNoteText(surface, object, colors, zoom)
  },
}

function drawNoteText(
  surface: Surface,
  object: NoteObject,
  { ink, bars }: { ink: string; bars: string },
  zoom: number,
) {
  const { font, lines } = layOutNote(object)
  if (font.fontSize * zoom < shownFrom) return drawLines(surface, lines, font.fontSize, bars)
  drawText(surface, { lines, font, ink })
}

/** In screen pixels. Letters of this size are shown as text, however small the note is. */
const readableFrom = 6
/** Smaller text is unreadable, and as slow to draw as readable text. */
const shownFrom = 3.2

/** At most: longer text cannot be larger than its share of the paper. Much faster than laying it out. */
function largestFont({ text, width, height }: NoteObject): number {
  const area = Math.max(0, width - 2 * notePadding) * Math.max(0, height - 2 * notePadding)
  return Math.min(80, Math.sqrt(area / Math.max(1, 0.4 * text.length)))
}

function drawLines(surface: Surface, lines: readonly TextLine[], fontSize: number, color: string) {
  surface.fillStyle = color
  for (const { x, y, width } of lines) surface.fillRect(x, y - fontSize * 0.5, width, fontSize * 0.42)
}

function drawFar(surface: Surface, { width, height, backgroundColor, text }: NoteObject) {
  const { fill, bars } = noteColors[backgroundColor]
  surface.fillStyle = fill
  surface.fillRect(0, 0, width, height)
  if (text === '') return
  const lengths = barLengths(text.length)
  const [left, room, pitch] = [notePadding * 1.5, width - notePadding * 3, (height * 0.6) / lengths.length]
  surface.fillStyle = bars
  for (let index = 0; index < lengths.length; index++) {
    surface.fillRect(left, height * 0.2 + pitch * (index + 0.25), room * (lengths[index] as number), pitch * 0.5)
  }
}

/** Estimated from the length of the text: a layout would be slow and hardly visible. */
function barLengths(characters: number): readonly number[] {
  if (characters <= 14) return shortBars
  return characters <= 60 ? mediumBars : longBars
}

const shortBars = [0, 0.75, 0]
const mediumBars = [1, 0.9, 0.55]
const longBars = [1, 0.92, 0.97, 0.85, 0.6]
