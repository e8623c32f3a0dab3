// Turns what a reader found into the changes of an import: fitted to the limits, moved to its place, with ids, in an order
// in which every change finds what it refers to.

import { type Kind, kinds } from '@tessera/contract'
import { boxAround } from '@tessera/drawing/box-around'
import { boundsOf } from './board-bounds.ts'
import {
  type ImportedBoard,
  type ImportedObject,
  type ImportLimits,
  ImportReport,
  type PlacedBox,
  placeholder,
  UnreadableBoardFile,
} from './board-content.ts'
import { fitData } from './fit-data.ts'
import { moveObject } from './move-object.ts'
import { prepareComments } from './prepare-comments.ts'
import { attachLater, type ConnectorTargets, connectorData, isConnectorKind } from './prepare-connectors.ts'
import { importedId, type PreparedChange, type PreparedNotice } from './prepared-import.ts'

export interface PrepareOptions {
  readonly import_id: string
  /** Where the top left corner goes; null keeps the position. */
  readonly at: { readonly x: number; readonly y: number } | null
  /** The address of the user, whose own comments need no name. */
  readonly email: string
  readonly canComment: boolean
  readonly limits: ImportLimits
}

export interface PreparedBoard {
  readonly changes: PreparedChange[]
  readonly placed: number
  readonly objects: number
  readonly comments: number
  readonly box: PlacedBox | null
  readonly adapted: PreparedNotice[]
  readonly left_out: PreparedNotice[]
}

export function prepareBoard(board: ImportedBoard, options: PrepareOptions): PreparedBoard {
  requireCount(board, options.limits)
  const report = new ImportReport()
  const given = withFiles(withUniqueRefs(board.objects), board, report).flatMap(object => fitObject(object, report))
  const boxes = given.filter(object => object.parent === undefined).map(boundsOf)
  const box = boxAround(boxes.filter(({ width }) => width >= 0))
  const shift =
    options.at && box ? { x: Math.round(options.at.x - box.x), y: Math.round(options.at.y - box.y) } : { x: 0, y: 0 }
  const isMoved = shift.x !== 0 || shift.y !== 0
  // Fitted again, because objects near the edge of the board may have moved over it.
  const objects = isMoved ? given.flatMap(object => fitObject(moveObject(object, shift), null)) : given
  const { ids, placed } = numberObjects(objects, options.import_id)
  const changes = createChanges(objects, ids, { board, report, import_id: options.import_id })
  const targets = new Map(objects.map(object => [object.ref, { kind: object.kind, id: ids.get(object.ref) as string }]))
  const comments = prepareComments(allowedComments(board, options, report), {
    ...options,
    targets,
    shift,
    report,
    firstNumber: objects.length,
  })
  return {
    changes: [...changes, ...comments],
    placed,
    objects: objects.length,
    comments: comments.filter(({ op }) => op === 'comment').length,
    box: box && { ...box, x: box.x + shift.x, y: box.y + shift.y },
    adapted: mergeNotices([...board.adapted, ...report.adapted], ids),
    left_out: mergeNotices([...board.left_out, ...report.left_out], ids),
  }
}

/** Without the right to comment, none is imported. */
function allowedComments({ comments = [] }: ImportedBoard, { canComment }: PrepareOptions, report: ImportReport) {
  if (canComment) return comments
  for (const _ of comments) report.leaveOut('comments_not_allowed')
  return []
}

function requireCount({ objects, comments = [] }: ImportedBoard, limits: ImportLimits): void {
  const max = limits.objects.toLocaleString('en')
  if (objects.length > limits.objects)
    throw new UnreadableBoardFile('too_many_objects', `The file has more than ${max} objects`)
  if (comments.length > limits.objects)
    throw new UnreadableBoardFile('too_many_objects', `The file has more than ${max} comments`)
  if (objects.length === 0 && comments.length === 0)
    throw new UnreadableBoardFile('empty', 'There is nothing in the file that can be put on a board')
}

/** Of objects with the same name, only the first can be referred to. */
function withUniqueRefs(objects: readonly ImportedObject[]): ImportedObject[] {
  const seen = new Set<string>()
  return objects.map((object, index) => {
    let ref = object.ref
    while (seen.has(ref)) ref = `${object.ref}#${index}`
    seen.add(ref)
    return ref === object.ref ? object : { ...object, ref }
  })
}

/** An image or document without its file becomes a placeholder. */
function withFiles(objects: ImportedObject[], { files }: ImportedBoard, report: ImportReport): ImportedObject[] {
  const names = new Set(files.map(file => file.name))
  return objects.map(object => {
    if (!(kinds[object.kind] as Kind).upload || (object.file !== undefined && names.has(object.file))) return object
    report.adapt('file_missing', object.ref)
    return replaceObject(object, String(object.data.title || object.data.name || object.file || 'Image'))
  })
}

/** Keeps the references to the object. */
const replaceObject = (object: ImportedObject, text: string): ImportedObject => ({
  ...placeholder(object.ref, boundsOf(object), text),
  ...(object.group === undefined ? {} : { group: object.group }),
})

function fitObject(object: ImportedObject, report: ImportReport | null): ImportedObject[] {
  const data = fitData(object.kind, object.data, code => report?.adapt(code, object.ref))
  if (data) return [{ ...object, data: keepSize(object, data) }]
  report?.adapt('object_unknown', object.ref)
  const shape = replaceObject(object, String(object.data.url ?? object.data.text ?? ''))
  return [{ ...shape, data: fitData(shape.kind, shape.data, () => {}) ?? {} }]
}

/** The size of an image on its board is no field of a create; it goes along with the file. */
const keepSize = ({ kind, data }: ImportedObject, fittedData: Record<string, unknown>) =>
  (kinds[kind] as Kind).upload && data.width !== undefined
    ? { ...fittedData, width: data.width, height: data.height }
    : fittedData

/** Objects that lie on the board have the first numbers, those on other objects the rest. */
function numberObjects(objects: readonly ImportedObject[], import_id: string) {
  const ids = new Map<string, string>()
  const refs = new Set(objects.map(object => object.ref))
  const isOnOther = ({ parent }: ImportedObject) => parent !== undefined && refs.has(parent)
  const placed = objects.filter(object => !isOnOther(object))
  for (const { ref } of [...placed, ...objects.filter(isOnOther)]) ids.set(ref, importedId(import_id, ids.size))
  return { ids, placed: placed.length }
}

interface CreateContext {
  readonly board: ImportedBoard
  readonly report: ImportReport
  readonly import_id: string
}

function createChanges(
  objects: readonly ImportedObject[],
  ids: ReadonlyMap<string, string>,
  { board, report, import_id }: CreateContext,
): PreparedChange[] {
  const files = new Map(board.files.map((file, index) => [file.name, index]))
  const groups = groupIds(objects, import_id)
  const targets: ConnectorTargets = { ids, created: new Set(), boxes: new Map(), kinds: new Map() }
  for (const object of objects) targets.kinds.set(object.ref, object.kind)
  for (const object of objects) if (!isConnectorKind(object.kind)) targets.boxes.set(object.ref, boundsOf(object))
  const later: PreparedChange[] = []
  const changes: PreparedChange[] = []
  for (const object of drawnAfterTargets(objects)) {
    const id = ids.get(object.ref) as string
    const on = object.parent === undefined ? undefined : targetOf(object.parent, ids, targets)
    const data = isConnectorKind(object.kind) ? connectorData(object, targets, report) : object.data
    if (isConnectorKind(object.kind)) later.push(...attachLater(id, object, targets, report))
    const group = object.group === undefined ? undefined : groups.get(object.group)
    changes.push({
      op: 'create',
      id,
      kind: object.kind,
      ...withoutSize(object, data),
      ...(group === undefined || on ? {} : { group }),
      ...(on ? { on } : {}),
      ...(object.file === undefined ? {} : { file: fileOf(object, files) }),
    })
    targets.created.add(object.ref)
  }
  return [...changes, ...later]
}

const fileOf = ({ file, data }: ImportedObject, files: ReadonlyMap<string, number>) => {
  const { width, height } = data as { width?: unknown; height?: unknown }
  const isSized = [width, height].every(one => typeof one === 'number' && one >= 1 && one <= 1_000_000)
  const size = { width: Math.round(width as number), height: Math.round(height as number) }
  return { index: files.get(file as string) as number, ...(isSized ? { size } : {}) }
}

function withoutSize({ kind }: ImportedObject, data: Readonly<Record<string, unknown>>) {
  if (!(kinds[kind] as Kind).upload) return { data }
  const { width: _, height: __, ...rest } = data
  return { data: rest }
}

function targetOf(ref: string, ids: ReadonlyMap<string, string>, targets: ConnectorTargets) {
  const [id, kind] = [ids.get(ref), targets.kinds.get(ref)]
  return id !== undefined && kind !== undefined && (kinds[kind] as Kind).takes.includes('strokes')
    ? { id, kind }
    : undefined
}

/** Each object is followed by what is drawn on it. */
function drawnAfterTargets(objects: readonly ImportedObject[]): ImportedObject[] {
  const refs = new Set(objects.map(object => object.ref))
  const on = Map.groupBy(
    objects.filter(({ parent }) => parent !== undefined && refs.has(parent)),
    object => object.parent as string,
  )
  return objects
    .filter(({ parent }) => parent === undefined || !refs.has(parent))
    .flatMap(object => [object, ...(on.get(object.ref) ?? [])])
}

/** A group has two members at least. */
function groupIds(objects: readonly ImportedObject[], import_id: string) {
  const sizes = new Map<string, number>()
  for (const { group, parent } of objects)
    if (group !== undefined && parent === undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const groups = [...sizes].filter(([, size]) => size > 1).map(([group]) => group)
  // These numbers are far above those of objects and comments.
  return new Map(groups.map((group, index) => [group, importedId(import_id, firstGroupNumber + index)]))
}

const firstGroupNumber = 1 << 20

function mergeNotices(entries: ImportReport['adapted'], ids: ReadonlyMap<string, string>): PreparedNotice[] {
  const merged = new Map<string, PreparedNotice>()
  for (const { code, count, refs } of entries) {
    const known = merged.get(code)
    const found = refs.flatMap(ref => ids.get(ref) ?? [])
    merged.set(code, {
      code,
      count: count + (known?.count ?? 0),
      ids: [...new Set([...(known?.ids ?? []), ...found])].slice(0, maxIds),
    })
  }
  return [...merged.values()]
}

const maxIds = 30
