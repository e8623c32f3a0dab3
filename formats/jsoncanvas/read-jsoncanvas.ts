// Reads JSON Canvas 1.0 (jsoncanvas.org), the format of Obsidian. Files that Tessera wrote have a member `tessera` with what
// the format cannot express; where both say something, the members of the format count, because other programs change those.

import {
  type ImportedBoard,
  type ImportedObject,
  ImportReport,
  placeholder,
  type ReadFormat,
  UnreadableBoardFile,
} from '../board-content.ts'
import { hexColor, nearestCanvasColor } from '../css-color.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText, parseJson } from '../parse-json.ts'
import { presetColors } from './jsoncanvas-colors.ts'
import { readExtension, readOwnObjects } from './tessera-extension.ts'

export const readJsonCanvas: ReadFormat = (bytes, limits): ImportedBoard => {
  const file = parseJson(bytes, limits)
  if (!isObject(file) || (!Array.isArray(file.nodes) && !Array.isArray(file.edges)))
    throw new UnreadableBoardFile('not_recognized', 'The file is not a JSON Canvas file: it has no nodes and no edges')
  const report = new ImportReport()
  const nodes = ownList(file, 'nodes')
    .filter(isObject)
    .map(node => readNode(node, report))
  const edges = ownList(file, 'edges')
    .filter(isObject)
    .map(edge => readEdge(edge))
  const objects = sortByRank([...nodes, ...edges, ...readOwnObjects(file)])
  return { objects, files: [], adapted: report.adapted, left_out: report.left_out }
}

/** An object with its place in the stacking order, if it is known. */
interface RankedObject {
  readonly object: ImportedObject
  readonly rank: number | null
}

/**
 * An object without a rank comes right above the object before it in the file; canvases are below everything anyway.
 */
function sortByRank(ranked: readonly RankedObject[]): ImportedObject[] {
  let last = -1
  const known = ranked.map(({ object, rank }) => {
    last = rank ?? last
    return { object, rank: rank ?? last + 0.5 }
  })
  return known.sort((a, b) => a.rank - b.rank).map(({ object }) => object)
}

function readNode(node: JsonObject, report: ImportReport): RankedObject {
  const ref = ownText(node, 'id')
  const box = {
    x: ownNumber(node, 'x'),
    y: ownNumber(node, 'y'),
    width: Math.max(1, ownNumber(node, 'width', 250)),
    height: Math.max(1, ownNumber(node, 'height', 60)),
  }
  const extension = readExtension(node, box)
  if (extension) return extension
  const read = nodeTypes[ownText(node, 'type')] ?? readUnknown
  return { object: read({ node, ref, box, color: colorOf(node), report }), rank: null }
}

interface Node {
  readonly node: JsonObject
  readonly ref: string
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly color: string | null
  readonly report: ImportReport
}

const nodeTypes: Readonly<Record<string, (node: Node) => ImportedObject>> = Object.assign(Object.create(null), {
  text: readText,
  link: readLink,
  file: readFile,
  group: readGroup,
})

function readText({ node, ref, box, color }: Node): ImportedObject {
  const data = {
    ...box,
    form: 'rounded',
    text: ownText(node, 'text'),
    fontSize: 16,
    fontFamily: 'Helvetica',
    textAlign: 'left',
    verticalAlign: 'top',
    borderColor: color ?? '#9ca3af',
  }
  return { ref, kind: 'shape', data }
}

function readLink({ node, ref, box }: Node): ImportedObject {
  return { ref, kind: 'browser', data: { ...box, url: ownText(node, 'url') } }
}

/** The file names a note or picture in a folder beside it, which was not sent along. */
function readFile({ node, ref, box, report }: Node): ImportedObject {
  report.adapt('file_by_path', ref)
  return placeholder(ref, box, ownText(node, 'file') + ownText(node, 'subpath'))
}

function readGroup({ node, ref, box, color, report }: Node): ImportedObject {
  if (color) report.adapt('color_replaced', ref)
  if (ownText(node, 'background') !== '') report.leaveOut('background_image', ref)
  const borderColor = nearestCanvasColor(color ?? '')
  return { ref, kind: 'canvas', data: { ...box, name: ownText(node, 'label') || 'Group', borderColor } }
}

function readUnknown({ node, ref, box, report }: Node): ImportedObject {
  report.adapt('object_unknown', ref)
  return placeholder(ref, box, ownText(node, 'type'))
}

function colorOf(node: JsonObject): string | null {
  const color = ownText(node, 'color')
  const preset = Object.hasOwn(presetColors, color) ? presetColors[color] : undefined
  return preset ?? hexColor(color)
}

const sides = ['top', 'right', 'bottom', 'left']

function readEdge(edge: JsonObject): RankedObject {
  const end = (node: string, side: string) => ({
    id: { ref: ownText(edge, node) },
    anchor: sides.includes(ownText(edge, side)) ? ownText(edge, side) : 'auto',
  })
  const extra = own(edge, 'tessera')
  const color = colorOf(edge)
  const data: Record<string, unknown> = {
    path: 'curve',
    ...(isObject(own(extra, 'data')) ? (own(extra, 'data') as JsonObject) : {}),
    from: { ...end('fromNode', 'fromSide'), ...exactAnchor(extra, 'from', ownText(edge, 'fromSide')) },
    to: { ...end('toNode', 'toSide'), ...exactAnchor(extra, 'to', ownText(edge, 'toSide')) },
    label: ownText(edge, 'label'),
    ...(color === null ? {} : { color }),
  }
  const caps = { startCap: capOf(edge, 'fromEnd', data.startCap), endCap: capOf(edge, 'toEnd', data.endCap) }
  const group = ownText(extra, 'group')
  const rank = own(extra, 'rank')
  return {
    object: { ref: ownText(edge, 'id'), kind: 'connector', data: { ...data, ...caps }, ...(group ? { group } : {}) },
    rank: typeof rank === 'number' ? rank : null,
  }
}

/** The point of the object's box that Tessera stored, unless another program moved the end to another side. */
function exactAnchor(extra: unknown, name: string, side: string): { anchor?: unknown } {
  const anchor = own(own(extra, 'anchors'), name)
  return Array.isArray(anchor) && own(own(extra, 'sides'), name) === side ? { anchor } : {}
}

/** A cap that JSON Canvas does not have, such as a circle, becomes an arrow. */
function capOf(edge: JsonObject, name: string, given: unknown): string {
  const end = ownText(edge, name) || (name === 'toEnd' ? 'arrow' : 'none')
  if (end === 'none') return 'none'
  return typeof given === 'string' && given !== 'none' ? given : 'arrow'
}
