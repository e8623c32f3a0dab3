// Writes JSON Canvas 1.0 (jsoncanvas.org). What the format cannot express goes into a member `tessera`, see
// tessera-extension.ts; the file of an image or document is not part of a JSON Canvas file, only its name.

import { type Kind, kinds } from '@tessera/contract'
import type { Renderer } from '@tessera/drawing/renderer'
import { bounds, renderers } from '@tessera/drawing/renderers'
import type { BoardContent, ContentObject } from '../board-content.ts'
import { contentData, ownerOf } from '../content-data.ts'
import { nodeMembers, nodeTypeOf } from './tessera-extension.ts'

type Node = Record<string, unknown>

export const writeJsonCanvas = (content: BoardContent): string => JSON.stringify(canvasOf(content), null, '\t')

function canvasOf({ objects }: BoardContent) {
  const nodes: Node[] = []
  const edges: Node[] = []
  const others: Node[] = []
  const nodeIds = new Set(objects.filter(({ kind }) => nodeTypeOf(kinds[kind])).map(object => object.id))
  for (const [rank, object] of objects.entries()) {
    const type = typeOf(object)
    if (type) nodes.push(nodeOf(object, type, rank))
    else if (isBetweenNodes(object, nodeIds)) edges.push(edgeOf(object, rank))
    else others.push(otherOf(object, rank))
  }
  return { nodes, edges, ...(others.length > 0 ? { tessera: { objects: others } } : {}) }
}

const extra = ({ group }: ContentObject) => (typeof group === 'string' ? { group } : {})

/** The text of an object, or its address, with its color if the format can show it; null if the format has no node for it. */
function typeOf(object: ContentObject): Node | null {
  const kind: Kind = kinds[object.kind]
  const type = nodeTypeOf(kind)
  if (type === null) return null
  const text = kind.searched === null ? '' : object[kind.searched]
  const member = { [nodeMembers[type]]: kind.upload ? text || kind.names.en[0] : text }
  return type === 'text' || type === 'group' ? { type, ...member, color: colorOf(object, kind) } : { type, ...member }
}

function colorOf(object: ContentObject, { colored }: Kind): string | undefined {
  const { swatches } = renderers[object.kind] as Renderer<never>
  const color = colored === null ? undefined : object[colored]
  return swatches ? swatches[String(color)]?.fill : (plainColor(object.borderColor) ?? plainColor(color))
}

/** The format has no transparent colors. */
const plainColor = (color: unknown) => (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined)

function nodeOf(object: ContentObject, type: Node, rank: number): Node {
  const { x, y } = object as { x?: number; y?: number }
  const { width, height } = bounds({ ...object, rotation: 0 } as never)
  const data = contentData(object)
  const { searched, upload } = kinds[object.kind] as Kind
  const isKept = (name: string) => !['x', 'y'].includes(name) && (name !== searched || upload !== undefined)
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => isKept(name)))
  const tessera = { kind: object.kind, rank, data: kept, ...extra(object) }
  return { id: object.id, ...type, x, y, width: Math.round(width), height: Math.round(height), tessera }
}

type End = { id?: string; anchor?: unknown }

function isBetweenNodes(object: ContentObject, nodes: ReadonlySet<string>): boolean {
  const { from, to } = object as { from?: End; to?: End }
  return [from, to].every(end => end?.id !== undefined && nodes.has(end.id))
}

function edgeOf(object: ContentObject, rank: number): Node {
  const { from, to, color, label, startCap, endCap } = object as unknown as Record<'from' | 'to', End> & Node
  const { from: _, to: __, label: ___, color: ____, ...data } = contentData(object)
  const [fromSide, toSide] = [sideOf(from.anchor), sideOf(to.anchor)]
  return {
    id: object.id,
    fromNode: from.id,
    ...(fromSide ? { fromSide } : {}),
    fromEnd: startCap === 'none' ? 'none' : 'arrow',
    toNode: to.id,
    ...(toSide ? { toSide } : {}),
    toEnd: endCap === 'none' ? 'none' : 'arrow',
    color: plainColor(color),
    ...(label ? { label } : {}),
    tessera: {
      rank,
      data: plainColor(color) ? data : { ...data, color },
      anchors: { from: from.anchor, to: to.anchor },
      sides: { from: fromSide, to: toSide },
      ...extra(object),
    },
  }
}

/** The side that is nearest to the point; empty if the connector chooses. */
function sideOf(anchor: unknown): string {
  if (typeof anchor === 'string') return anchor === 'auto' ? '' : anchor
  const [u, v] = anchor as [number, number]
  const distances = { left: u, right: 1 - u, top: v, bottom: 1 - v }
  return Object.entries(distances).reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

function otherOf(object: ContentObject, rank: number): Node {
  const parent = ownerOf(object)
  return {
    id: object.id,
    kind: object.kind,
    rank,
    data: contentData(object),
    ...(parent === undefined ? {} : { parent }),
    ...extra(object),
  }
}
