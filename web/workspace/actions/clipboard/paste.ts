// Creates the objects of a clip: first those without files, then each file, fetched and uploaded again, and then the
// strokes on them.

import type { BoardObject, Change, FileInput } from '@tessera/client'
import { type Kind, kinds, ownerReferenceOf } from '@tessera/contract'
import type { Point } from '@tessera/drawing'
import { localAddress } from '../../../ui/local-address.ts'
import { describeFailure } from '../../../ui/use-action.ts'
import type { Offset } from '../../objects/moves.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'
import { applyChanges } from '../changes/object-changes.ts'
import { recordUpload } from '../uploads/record-upload.ts'
import { type Clip, type ClipItem, clipOf, clippedArea, groupsOf, positionedData } from './clip.ts'

export async function duplicateObjects(board: OpenBoard, objects: readonly BoardObject[], by: Offset): Promise<void> {
  const clip = clipOf(objects, board.live.objects.values())
  if (!clip) return
  const { x, y } = clippedArea(objects, board.live.objects.values())
  await pasteClip(board, clip, { x: x + by.x, y: y + by.y })
}

/** Puts the top left corner at a point of the board. Selects the new objects, except those on a new canvas. */
export async function pasteClip(board: OpenBoard, clip: Clip, at: Point): Promise<void> {
  if (!canEdit(board)) return
  board.history.endGesture()
  const isFree = ({ on, ends, file }: ClipItem) => on === undefined && !ends && !file
  const free = clip.items.flatMap((item, index) => (isFree(item) ? [{ item, index }] : []))
  const changes = free.map(({ item }): Change => ({ op: 'create', kind: item.kind, data: positionedData(item, at) }))
  const pending = applyChanges(board, changes, 'paste')
  const ids = new Map(free.map(({ index }, position) => [index, pending?.ids[position] as string]))
  const hasFiles = clip.items.some(({ file }) => file)
  if (!hasFiles) createAttached(board, clip, ids, at)
  select(board, chosenIds(clip, ids))
  for (const [index, item] of clip.items.entries()) {
    if (!item.file) continue
    const id = await uploadCopy(board, item, at)
    if (id !== '' && !item.isCarried) selectMore(board, [...ids.values()], id)
    ids.set(index, id)
  }
  if (hasFiles) createAttached(board, clip, ids, at)
  board.history.endGesture()
}

const chosenIds = ({ items }: Clip, ids: ReadonlyMap<number, string>): string[] =>
  [...ids].flatMap(([index, id]) => (items[index]?.isCarried || items[index]?.on !== undefined ? [] : [id]))

/** Unless the user selected something else while the file was uploading. */
function selectMore(board: OpenBoard, others: readonly string[], id: string): void {
  const pasted = new Set(others.map(board.live.idOf))
  const before = board.selection.get()
  if (before.every(one => pasted.has(board.live.idOf(one)))) select(board, [...before, id])
}

/** Creates what refers to the new objects: strokes on them, connectors and groups. */
function createAttached(board: OpenBoard, clip: Clip, ids: Map<number, string>, at: Point): void {
  const made: number[] = []
  const changes = clip.items.flatMap((item, index): Change[] => {
    const data = item.ends ? connectorData(item, ids, at) : strokeData(item, ids)
    if (!data) return []
    made.push(index)
    return [{ op: 'create', kind: item.kind, data }]
  })
  const pending = applyChanges(board, changes, 'paste')
  for (const [position, index] of made.entries()) ids.set(index, pending?.ids[position] as string)
  const groups = groupsOf(clip)
    .map(members => members.flatMap(index => ids.get(index) || []))
    .filter(members => members.length > 1)
  applyChanges(
    board,
    groups.map((members): Change => ({ op: 'group', ids: members })),
    'paste',
  )
}

function strokeData(item: ClipItem, ids: ReadonlyMap<number, string>): Record<string, unknown> | null {
  const owner = ownerReferenceOf(kinds[item.kind])
  const id = item.on === undefined ? undefined : ids.get(item.on)
  return owner && id ? { ...item.data, [owner.field]: id } : null
}

/** Null if an object that it connects could not be copied. */
function connectorData(item: ClipItem, ids: ReadonlyMap<number, string>, at: Point): Record<string, unknown> | null {
  const data = { ...positionedData(item, at) }
  for (const [name, index] of Object.entries(item.ends ?? {})) {
    const id = ids.get(index)
    if (!id) return null
    data[name] = { ...(data[name] as object), id }
  }
  return data
}

/** Resolves with the id of the object, or an empty string if the file is not available. */
async function uploadCopy(board: OpenBoard, item: ClipItem, at: Point): Promise<string> {
  const { upload } = kinds[item.kind] as Kind
  try {
    const noun = kinds[item.kind].path as 'images' | 'documents'
    const reply = await fetch(localAddress(await addressOf(board, noun, item)))
    if (!reply.ok || !upload) return ''
    const file: FileInput = await reply.blob()
    const data = { ...positionedData(item, at), [upload.field]: file } as never
    const made = (await board.client[noun].create(board.uid, data)) as Record<string, { id: string }>
    const id = made[item.kind]?.id ?? ''
    await recordUpload(board, id, 'paste')
    return id
  } catch (failure) {
    notify(board, await describeFailure(failure))
    return ''
  }
}

/** A fresh URL if the object is still in this workspace, otherwise the one from the clip. */
async function addressOf({ client, uid }: OpenBoard, noun: 'images' | 'documents', item: ClipItem): Promise<string> {
  const found = await client[noun].get(uid, item.fileOf ?? '').catch(() => ({}))
  return (found as Record<string, { url: string }>)[item.kind]?.url || (item.file as string)
}
