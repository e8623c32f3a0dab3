// The graph of a board: which objects are connected by connectors.

import { type Kind, type KindName, kinds, referencedId } from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import { mapInChunks } from '../../tools/index.ts'
import { listConnected } from '../records/object-list-store.ts'
import { storedObject } from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'

export interface GraphNode {
  id: string
  kind: KindName
  text: string
}

export interface GraphEdge {
  id: string
  from: string
  to: string
  label: string
  directed: boolean
}

export async function boardGraph(
  db: Reader,
  workspace_id: number,
): Promise<{ nodes: GraphNode[]; edges: GraphEdge[] }> {
  const objects: StoredObject[] = []
  for await (const rows of listConnected(db, workspace_id)) objects.push(...(await mapInChunks(rows, storedObject)))
  const edges = (await mapInChunks(objects, edgeOf)).flat()
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const nodes = objects.filter(({ record }) => connected.has(record.id))
  return { nodes: await mapInChunks(nodes, nodeOf), edges }
}

/** A cap at only one end points there, whichever end it is. With caps at both ends, or none, there is no direction. */
function edgeOf({ record }: StoredObject): GraphEdge[] {
  const [from, to] = [referencedId(record.from), referencedId(record.to)]
  if (from === null || to === null) return []
  const [isStartCapped, isEndCapped] = [record.startCap !== 'none', record.endCap !== 'none']
  const isReversed = isStartCapped && !isEndCapped
  const ends = isReversed ? { from: to, to: from } : { from, to }
  return [{ id: record.id, ...ends, label: String(record.label), directed: isStartCapped !== isEndCapped }]
}

function nodeOf({ kind, record }: StoredObject): GraphNode {
  const { searched } = kinds[kind] as Kind
  return { id: record.id, kind, text: searched === null ? '' : String(record[searched] ?? '') }
}
