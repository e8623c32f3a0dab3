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
import { type Clip, type ClipItem, clipOf, positionedData } from './clip.ts'

export async function duplicateObjects(board: OpenBoard, objects: readonly BoardObject[], by: Offset): Promise<void> {
  const clip = clipOf(objects, board.live.objects.values())
  const view = board.view.get()
  if (!clip || !view) return
  const corners = objects.flatMap(({ id }) => view.boundsOf(id) ?? [])
  const corner = { x: Math.min(...corners.map(({ x }) => x)), y: Math.min(...corners.map(({ y }) => y)) }
  await pasteClip(board, clip, { x: corner.x + by.x, y: corner.y + by.y })
}

/** With its top left corner at a point of the board. Selects the new objects. */
export async function pasteClip(board: OpenBoard, clip: Clip, at: Point): Promise<void> {
  if (!canEdit(board)) return
  const free = clip.items.flatMap((item, index) => (item.on === undefined && !item.file ? [{ item, index }] : []))
  const changes = free.map(({ item }): Change => ({ op: 'create', kind: item.kind, data: positionedData(item, at) }))
  const pending = applyChanges(board, changes, 'paste')
  const ids = new Map(free.map(({ index }, position) => [index, pending?.ids[position] as string]))
  select(board, [...ids.values()])
  for (const [index, item] of clip.items.entries()) {
    if (!item.file) continue
    const id = await uploadCopy(board, item, at)
    if (id !== '') selectMore(board, [...ids.values()], id)
    ids.set(index, id)
  }
  createStrokes(board, clip, ids)
  board.history.endGesture()
}

/** Unless the user selected something else while the file was uploading. */
function selectMore(board: OpenBoard, others: readonly string[], id: string): void {
  const pasted = new Set(others.map(board.live.idOf))
  const before = board.selection.get()
  if (before.every(one => pasted.has(board.live.idOf(one)))) select(board, [...before, id])
}

/** Creates the strokes on the new objects. */
function createStrokes(board: OpenBoard, { items }: Clip, ids: ReadonlyMap<number, string>): void {
  const changes = items.flatMap((item): Change[] => {
    const owner = ownerReferenceOf(kinds[item.kind])
    const id = item.on === undefined ? undefined : ids.get(item.on)
    return owner && id ? [{ op: 'create', kind: item.kind, data: { ...item.data, [owner.field]: id } }] : []
  })
  applyChanges(board, changes, 'paste')
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
