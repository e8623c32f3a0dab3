// The objects of a board as elements of Excalidraw, except connectors.

import type {
  BrowserObject,
  CanvasObject,
  DocumentObject,
  Drawable,
  DrawableOf,
  ImageObject,
  Kind,
  NoteObject,
  ShapeObject,
  StrokeObject,
  TextObject,
} from '@tessera/drawing/drawable'
import { layOutNote, notePadding } from '@tessera/drawing/note-text'
import { objectSvg } from '@tessera/drawing/object-svg'
import { noteColors, themes } from '@tessera/drawing/palette'
import { boxOfPoints } from '@tessera/drawing/path'
import { frameOf, rendererOf } from '@tessera/drawing/renderers'
import { rotatePoint } from '@tessera/drawing/rotation'
import { shapeBoundary } from '@tessera/drawing/shape-outline'
import { layOutShape } from '@tessera/drawing/shape-text'
import { linksIn, withoutMarks } from '@tessera/drawing/text-marks'
import { computeTextSize, textPadding } from '@tessera/drawing/text-size'
import type { BoardContent, ContentObject } from '../board-content.ts'
import type { ElementStyle, Sketch } from './excalidraw-sketch.ts'
import { addBoundText, addFreeText, colorAndOpacity } from './write-text.ts'

export interface Target {
  readonly sketch: Sketch
  readonly content: BoardContent
  readonly objects: ReadonlyMap<string, ContentObject>
}

type WriteObject = (object: never, target: Target) => void | Promise<void>

/** Only for kinds that Excalidraw has an equivalent of. */
export const objectWriters: { readonly [K in Kind]?: WriteObject } = {
  note: writeNote,
  text: writeText,
  shape: writeShape,
  image: writeImage,
  document: writeDocument,
  browser: writeBrowser,
  canvas: writeCanvas,
  stroke: writeStroke,
} satisfies { readonly [K in Kind]?: (object: DrawableOf<K>, target: Target) => void | Promise<void> }

/** A kind without an equivalent in Excalidraw becomes a picture. */
export function writeAsPicture(object: Drawable, { sketch, objects }: Target): void {
  const ownerId = rendererOf(object).attachedTo?.(object) ?? null
  const owner = ownerId === null ? null : ((objects.get(ownerId) as Drawable | undefined) ?? null)
  const { x, y, width, height, scale, rotation = 0 } = frameOf(object, owner)
  const style = { ...styleOf(object), rotation, strokeColor: 'transparent' }
  sketch.addFile(object.id, 'image/svg+xml', Buffer.from(objectSvg(object)))
  sketch.add(
    'image',
    object.id,
    { x, y, width: width * scale, height: height * scale },
    style,
    pictureFields(object.id),
  )
}

const pictureFields = (fileId: string) => ({ fileId, status: 'saved', scale: [1, 1], crop: null })

/** Position, rotation, lock and group of an object, without the colors. */
function styleOf(object: Drawable): ElementStyle {
  const { group, pin } = object as { group?: string | null; pin?: boolean }
  const { rotation = 0 } = object as { rotation?: number }
  return { rotation, isLocked: pin === true, groupIds: group ? [group] : [] }
}

const boxOf = (object: Drawable) => {
  const { x, y, width, height, scale } = frameOf(object)
  return { x, y, width: width * scale, height: height * scale }
}

const firstLink = (text: string): string | null => linksIn(text)[0] ?? null

function writeNote(note: NoteObject, { sketch }: Target): void {
  const { fill, edge, ink } = noteColors[note.backgroundColor]
  const style = { ...styleOf(note), strokeColor: edge, backgroundColor: fill, strokeWidth: 1 }
  const element = sketch.add('rectangle', note.id, boxOf(note), style, { link: firstLink(note.text) })
  const { font } = layOutNote(note)
  const words = note.textTransform === 'uppercase' ? note.text.toUpperCase() : note.text
  addBoundText(sketch, element, {
    ...font,
    fontSize: font.fontSize * note.scale,
    text: withoutMarks(words),
    color: ink,
    wrapAt: boxOf(note).width - 2 * notePadding * note.scale,
  })
}

function writeText(text: TextObject, { sketch }: Target): void {
  const words = withoutMarks(text.textTransform === 'uppercase' ? text.text.toUpperCase() : text.text)
  const ground = colorAndOpacity(text.backgroundColor)
  const link = firstLink(text.text)
  if (ground.opacity > 0) {
    const style = {
      ...styleOf(text),
      strokeColor: 'transparent',
      backgroundColor: ground.color,
      opacity: ground.opacity,
    }
    const element = sketch.add('rectangle', text.id, boxOf(text), style, {
      link,
      roundness: { type: 3, value: text.fontSize * 0.14 },
    })
    addBoundText(sketch, element, { ...text, text: words, color: text.fontColor, align: 'left' })
    return
  }
  const padding = textPadding(text.fontSize)
  const natural = computeTextSize({ ...text, width: null, height: null })
  const box = {
    x: text.x + padding.x,
    y: text.y + padding.y,
    width: text.width - 2 * padding.x,
    height: text.height - 2 * padding.y,
  }
  addFreeText(sketch, text.id, box, styleOf(text), {
    ...text,
    text: words,
    color: text.fontColor,
    hasWidth: natural.width !== text.width,
    link,
  })
}

/** The forms that Excalidraw has too. */
const elementTypes: Readonly<Record<string, string>> = {
  rectangle: 'rectangle',
  rounded: 'rectangle',
  diamond: 'diamond',
  ellipse: 'ellipse',
}

function writeShape(shape: ShapeObject, { sketch }: Target): void {
  const fill = colorAndOpacity(shape.fill)
  const border = colorAndOpacity(shape.borderWidth === 0 ? 'none' : shape.borderColor)
  const style = {
    ...styleOf(shape),
    strokeColor: border.color,
    backgroundColor: fill.color,
    strokeWidth: Math.max(1, shape.borderWidth),
    strokeStyle: shape.borderStyle,
    opacity: Math.max(fill.opacity, border.opacity) || 100,
  }
  const type = elementTypes[shape.form]
  const link = firstLink(shape.text)
  const roundness = shape.form === 'rounded' ? { type: 3 } : null
  const element = type
    ? sketch.add(type, shape.id, boxOf(shape), style, { link, roundness })
    : addPolygon(shape, sketch, style, link)
  const words = shape.textTransform === 'uppercase' ? shape.text.toUpperCase() : shape.text
  const { font, box } = layOutShape(shape)
  const { textAlign: align, verticalAlign } = shape
  addBoundText(sketch, element, {
    ...font,
    text: withoutMarks(words),
    color: shape.fontColor,
    align,
    verticalAlign,
    wrapAt: box.width,
  })
}

/** Other forms are filled lines, under an invisible rectangle that holds the text and that arrows can be bound to. */
function addPolygon(shape: ShapeObject, sketch: Sketch, style: ElementStyle, link: string | null) {
  const groupIds = [`${shape.id}-form`, ...(style.groupIds ?? [])]
  const outline = shapeBoundary(shape.form, shape)
  const [first = { x: 0, y: 0 }] = outline
  const points = outline.map(({ x, y }) => [x - first.x, y - first.y])
  const isClosed = points.length > 1 && String(points[0]) === String(points.at(-1))
  sketch.add(
    'line',
    `${shape.id}-outline`,
    { ...boxOf(shape), x: shape.x + first.x, y: shape.y + first.y },
    { ...style, groupIds },
    {
      points: isClosed ? points : [...points, points[0]],
      lastCommittedPoint: null,
      startBinding: null,
      endBinding: null,
      startArrowhead: null,
      endArrowhead: null,
      polygon: true,
    },
  )
  const invisible = { ...style, groupIds, strokeColor: 'transparent', backgroundColor: 'transparent', opacity: 100 }
  return sketch.add('rectangle', shape.id, boxOf(shape), invisible, { link })
}

async function writeImage(image: ImageObject, { sketch, content }: Target): Promise<void> {
  const file = await content.file(image.id)
  const box = boxOf(image)
  if (!file) {
    writeCard(sketch, image, box, 'Image')
    return
  }
  sketch.addFile(image.id, file.mime, file.bytes)
  sketch.add('image', image.id, box, { ...styleOf(image), strokeColor: 'transparent' }, pictureFields(image.id))
}

function writeDocument(document: DocumentObject, { sketch }: Target): void {
  writeCard(sketch, document, boxOf(document), document.title)
}

function writeCard(sketch: Sketch, object: Drawable, box: ReturnType<typeof boxOf>, text: string): void {
  const style = { ...styleOf(object), strokeColor: '#868e96', backgroundColor: '#f8f9fa' }
  const element = sketch.add('rectangle', object.id, box, style)
  const font = { fontFamily: 'Dosis', fontSize: 24, fontWeight: 'normal', fontStyle: 'normal' } as const
  addBoundText(sketch, element, { ...font, text, color: '#1e1e1e' })
}

function writeBrowser(browser: BrowserObject, { sketch }: Target): void {
  sketch.add('embeddable', browser.id, boxOf(browser), styleOf(browser), { link: browser.url })
}

function writeCanvas(canvas: CanvasObject, { sketch }: Target): void {
  sketch.addFrame(canvas.id, boxOf(canvas), { isLocked: styleOf(canvas).isLocked ?? false }, canvas.name)
}

/** Excalidraw draws its pen about this much wider than it says. */
const penFactor = 3

function writeStroke(stroke: StrokeObject, { sketch, objects }: Target): void {
  // An eraser's marks have no counterpart; what it covers stays visible.
  if (stroke.brushType === 'Eraser') return
  const target = stroke.targetId === null ? null : objects.get(stroke.targetId)
  const points = onBoard(stroke.points, target ? frameOf(target as never as Drawable) : null)
  const [first] = points
  if (!first) return
  const box = { ...boxOfPoints(points), x: first.x, y: first.y }
  const style = {
    strokeColor: themes.light.pens[stroke.penColor],
    strokeWidth: Math.max(1, Math.round(stroke.size / penFactor)),
    opacity: stroke.brushType === 'Highlighter' ? 40 : 100,
  }
  sketch.add('freedraw', stroke.id, box, style, {
    points: points.map(({ x, y }) => [x - first.x, y - first.y]),
    pressures: [],
    simulatePressure: true,
    lastCommittedPoint: null,
  })
}

/** Points of a stroke on an object count from its corner, in its scale and rotation. */
function onBoard(points: readonly number[], frame: ReturnType<typeof frameOf> | null): { x: number; y: number }[] {
  const placed: { x: number; y: number }[] = []
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x, y] = [points[index] as number, points[index + 1] as number]
    if (!frame) placed.push({ x, y })
    else {
      const { width, height, scale, rotation = 0 } = frame
      const center = { x: frame.x + (width * scale) / 2, y: frame.y + (height * scale) / 2 }
      placed.push(rotatePoint({ x: frame.x + x * scale, y: frame.y + y * scale }, center, rotation))
    }
  }
  return placed
}
