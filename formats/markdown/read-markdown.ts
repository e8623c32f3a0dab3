// Reads Markdown: a canvas for each heading, with the paragraphs below it as texts and the items of lists as notes.

import { computeTextSize } from '@tessera/drawing/text-size'
import {
  type ImportedBoard,
  type ImportedObject,
  ImportReport,
  placeholder,
  type ReadFormat,
  UnreadableBoardFile,
} from '../board-content.ts'
import { decodeText } from '../parse-json.ts'
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts'

export const readMarkdown: ReadFormat = (bytes, limits): ImportedBoard => {
  const text = decodeText(bytes)
  if (text.includes('\u0000')) throw new UnreadableBoardFile('not_recognized', 'The file is not a Markdown text')
  const blocks = markdownBlocks(text)
  if (blocks.length > limits.objects * 2)
    throw new UnreadableBoardFile(
      'too_many_objects',
      `The file has more than ${limits.objects.toLocaleString('en')} parts`,
    )
  const report = new ImportReport()
  const sections = sectionsOf(blocks).map((section, index) => layOut(section, index, report))
  return { objects: placeSections(sections), files: [], adapted: report.adapted, left_out: report.left_out }
}

type Block = Exclude<MarkdownBlock, { type: 'heading' }>

interface Section {
  /** Null before the first heading. */
  readonly heading: string | null
  readonly blocks: Block[]
}

/** Headings above a section are part of its name: "Plan / Costs". */
function sectionsOf(blocks: readonly MarkdownBlock[]): Section[] {
  const sections: Section[] = [{ heading: null, blocks: [] }]
  const path: { level: number; text: string }[] = []
  for (const block of blocks) {
    if (block.type !== 'heading') {
      sections.at(-1)?.blocks.push(block)
      continue
    }
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop()
    path.push(block)
    sections.push({ heading: path.map(one => one.text).join(' / ') || 'Canvas', blocks: [] })
  }
  return sections.filter(({ heading, blocks: own }) => heading !== null || own.length > 0)
}

const [margin, gap, columns] = [60, 40, 3]
const noteSize = { width: 280, height: 160 }
const textWidth = columns * noteSize.width + (columns - 1) * gap
const noteScale = 0.5
const fontSize = 24

interface LaidOut {
  readonly objects: ImportedObject[]
  readonly width: number
  readonly height: number
}

/** The blocks one below the other, items of a list in rows of three. The top left corner is at 0, 0. */
function layOut({ heading, blocks }: Section, index: number, report: ImportReport): LaidOut {
  const objects: ImportedObject[] = []
  let y = margin
  let column = 0
  for (const [at, block] of blocks.entries()) {
    const ref = `${index}-${at}`
    if (block.type === 'item') {
      const x = margin + column * (noteSize.width + gap)
      objects.push(noteOf(block, ref, { x, y }))
      const isLast = column === columns - 1 || blocks[at + 1]?.type !== 'item'
      column = isLast ? 0 : column + 1
      if (isLast) y += noteSize.height + gap
      continue
    }
    const { object, height } = blockObjects[block.type](block as never, ref, { x: margin, y }, report)
    objects.push(object)
    y += height + gap
  }
  const size = { width: textWidth + 2 * margin, height: Math.max(240, y - gap + margin) }
  const frame: ImportedObject[] =
    heading === null
      ? []
      : [{ ref: `${index}`, kind: 'canvas', data: { x: 0, y: 0, ...size, name: heading, borderColor: 'Blue' } }]
  return { objects: [...frame, ...objects], ...size }
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Nested items have other colors. */
const depthColors = ['Yellow', 'Blue', 'Teal', 'Beige']

const noteOf = ({ text, depth }: Extract<Block, { type: 'item' }>, ref: string, place: Place): ImportedObject => ({
  ref,
  kind: 'note',
  data: { ...place, text, scale: noteScale, backgroundColor: depthColors[Math.min(depth, depthColors.length - 1)] },
})

interface PlacedObject {
  readonly object: ImportedObject
  readonly height: number
}

type OfType<Type> = Extract<Block, { type: Type }>

const blockObjects: {
  readonly [Type in Exclude<Block['type'], 'item'>]: (
    block: OfType<Type>,
    ref: string,
    place: Place,
    report: ImportReport,
  ) => PlacedObject
} = {
  paragraph: ({ text }, ref, place) => textOf(text, ref, place, {}),
  quote: ({ text }, ref, place) => textOf(text, ref, place, { fontStyle: 'italic' }),
  code: ({ text }, ref, place) =>
    textOf(text, ref, place, { fontFamily: 'Source Code Pro', fontSize: 18, backgroundColor: '#f3f4f6' }),
  picture: pictureOf,
}

function textOf(text: string, ref: string, place: Place, more: Record<string, unknown>): PlacedObject {
  const font = {
    fontFamily: 'Helvetica',
    fontSize,
    fontWeight: 'normal',
    fontStyle: 'normal',
    textTransform: 'inherit',
    ...more,
  } as const
  const { height } = computeTextSize({
    ...(font as never as Parameters<typeof computeTextSize>[0]),
    text,
    width: textWidth,
    height: null,
  })
  const data = { ...place, text, width: textWidth, fontColor: '#1f2937', backgroundColor: '#ffffff00', ...font }
  return { object: { ref, kind: 'text', data }, height }
}

const pictureHeight = 400

/** Nothing is fetched during an import, so a picture with an address becomes its web page. */
function pictureOf(
  { name, address }: OfType<'picture'>,
  ref: string,
  place: Place,
  report: ImportReport,
): PlacedObject {
  const box = { ...place, width: textWidth, height: pictureHeight }
  const isAddress = /^https?:\/\/[^\s/?#]/i.test(address)
  report.adapt(isAddress ? 'picture_by_address' : 'file_by_path', ref)
  const object: ImportedObject = isAddress
    ? { ref, kind: 'browser', data: { ...box, url: address } }
    : placeholder(ref, box, name || address)
  return { object, height: pictureHeight }
}

const sectionGap = 120

/** Sections side by side, in rows that together are about as wide as they are high. */
function placeSections(sections: readonly LaidOut[]): ImportedObject[] {
  const area = sections.reduce((sum, { width, height }) => sum + (width + sectionGap) * (height + sectionGap), 0)
  const rowWidth = Math.max(textWidth, Math.sqrt(area) * 1.4)
  let [x, y, rowHeight] = [0, 0, 0]
  return sections.flatMap(({ objects, width, height }) => {
    if (x > 0 && x + width > rowWidth) {
      y += rowHeight + sectionGap
      x = 0
      rowHeight = 0
    }
    const moved = objects.map(object => ({
      ...object,
      data: { ...object.data, x: (object.data.x as number) + x, y: (object.data.y as number) + y },
    }))
    x += width + sectionGap
    rowHeight = Math.max(rowHeight, height)
    return moved
  })
}
