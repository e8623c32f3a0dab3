// Uploads files, a few at a time. The list of uploads is shown on the board with their progress.

import { type Client, connect, type KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { Box, Point } from '@tessera/drawing'
import { arrangeInRows } from '@tessera/drawing/layout/free-place'
import { describeFailure } from '../../../ui/use-action.ts'
import { kindUploadedFrom, workspaceKinds } from '../../kinds/index.ts'
import type { MeasuredFile } from '../../kinds/kind-definition.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { observable } from '../../state/observable.ts'
import { canEdit } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { findRoom, keepInView } from '../room/find-room.ts'
import { progressFetch } from './progress-fetch.ts'
import { recordUpload } from './record-upload.ts'
import { reportFailure } from './report-failure.ts'

export interface Upload {
  readonly key: number
  readonly name: string
  /** The middle of its place on the board. */
  readonly at: Point
  readonly batch: Batch
  /** 0 to 1. */
  readonly progress: number
  readonly error: string | null
  readonly retry: () => void
  readonly dismiss: () => void
}

export const uploads = observable<readonly Upload[]>([])

const maxConcurrent = 3
let lastKey = 0
let lastBatch = 0
let running = 0
const waiting: (() => Promise<void>)[] = []

/** Places them in a row or a grid around the point, in free space, and selects them when they are there. */
export async function uploadFiles(board: OpenBoard, files: readonly File[], at: Point): Promise<void> {
  if (!canEdit(board)) return
  const measured = await Promise.all(files.map(file => workspaceKinds[kindUploadedFrom(file)].upload?.measure(file)))
  const sizes = measured.map(one => one ?? { width: 0, height: 0, data: {} })
  const { places, size } = arrangeInRows(sizes)
  const around = { x: Math.round(at.x - size.width / 2), y: Math.round(at.y - size.height / 2), ...size }
  const taken = uploads.get().flatMap(({ batch }) => batch.box)
  const corner = findRoom(board, around, taken)
  const batch: Batch = { name: `upload ${++lastBatch}`, box: { ...size, ...corner }, ids: [] }
  select(board, [])
  keepInView(board.view.get(), batch.box)
  for (const [index, file] of files.entries()) {
    const { width, height, data } = sizes[index] as MeasuredFile
    const { x, y } = places[index] as Point
    const box = { x: Math.round(corner.x + x), y: Math.round(corner.y + y), width, height }
    start(board, { file, box, data }, batch)
  }
}

interface Batch {
  readonly name: string
  /** The box of all of its files on the board. */
  readonly box: Box
  readonly ids: string[]
}

interface PlacedFile {
  readonly file: File
  readonly box: Box
  readonly data: Record<string, unknown>
}

/** Selects the new objects, unless the user has selected something else meanwhile. */
function selectArrived(board: OpenBoard, { ids }: Batch, id: string): void {
  const isOurs = board.selection.get().every(one => ids.includes(one))
  ids.push(id)
  if (isOurs && board.editedId.get() === null) select(board, ids.slice())
}

/** Files of one batch are undone together if nothing else was done in between. */
function start(board: OpenBoard, placed: PlacedFile, batch: Batch): void {
  const { file, box } = placed
  const key = ++lastKey
  const change = (more: Partial<Upload>) =>
    uploads.set(uploads.get().map(one => (one.key === key ? { ...one, ...more } : one)))
  const dismiss = () => uploads.set(uploads.get().filter(one => one.key !== key))
  async function run() {
    try {
      const id = await send(board, placed, progress => change({ progress: progress }))
      dismiss()
      void recordUpload(board, id, batch.name).then(isThere => {
        if (!isThere) return
        selectArrived(board, batch, id)
        reportFailure(board, id, file.name)
      })
      announce(board, useWorkspaceMessages.now().uploads.done(file.name))
    } catch (failure) {
      change({ error: await describeFailure(failure) })
    }
  }
  const retry = () => {
    change({ error: null, progress: 0 })
    enqueue(run)
  }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  uploads.set([...uploads.get(), { key, name: file.name, at, batch, progress: 0, error: null, retry, dismiss }])
  enqueue(run)
}

function enqueue(run: () => Promise<void>): void {
  waiting.push(run)
  next()
}

function next(): void {
  const run = running < maxConcurrent ? waiting.shift() : undefined
  if (!run) return
  running += 1
  void run().finally(() => {
    running -= 1
    next()
  })
}

/** Resolves with the id of the new object. */
async function send(
  board: OpenBoard,
  { file, box, data }: PlacedFile,
  onProgress: (progress: number) => void,
): Promise<string> {
  const kind = kindUploadedFrom(file)
  const { upload, path } = kinds[kind] as Kind
  const operations = uploadClient(board, onProgress)[path as 'images']
  const fields = { ...data, x: box.x, y: box.y, [upload?.field ?? '']: file }
  const reply = await operations.create(board.uid, fields as never)
  return (reply as unknown as Record<KindName, { id: string }>)[kind].id
}

/** A client that reports how much of a file has been sent. */
export const uploadClient = ({ token }: OpenBoard, onProgress: (progress: number) => void): Client =>
  connect({ url: window.location.origin, token, fetch: progressFetch(onProgress), timeoutMs: Infinity })
