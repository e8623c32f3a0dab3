// Uploads files, a few at a time. The list of uploads is shown on the board with their progress.

import { type Client, connect, type KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { Point } from '@tessera/drawing'
import { describeFailure } from '../../../ui/use-action.ts'
import { kindUploadedFrom, workspaceKinds } from '../../kinds/index.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { observable } from '../../state/observable.ts'
import { canEdit } from '../../state/rights.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { progressFetch } from './progress-fetch.ts'
import { recordUpload } from './record-upload.ts'
import { reportFailure } from './report-failure.ts'

export interface Upload {
  readonly key: number
  readonly name: string
  readonly at: Point
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

export function uploadFiles(board: OpenBoard, files: readonly File[], at: Point): void {
  if (!canEdit(board)) return
  const batch = `upload ${++lastBatch}`
  for (const [index, file] of files.entries()) {
    const position = { x: at.x + (index % 4) * 60, y: at.y + Math.floor(index / 4) * 60 + (index % 4) * 60 }
    start(board, file, position, batch)
  }
}

/** Files of one batch are undone together if nothing else was done in between. */
function start(board: OpenBoard, file: File, at: Point, batch: string): void {
  const key = ++lastKey
  const change = (more: Partial<Upload>) =>
    uploads.set(uploads.get().map(one => (one.key === key ? { ...one, ...more } : one)))
  const dismiss = () => uploads.set(uploads.get().filter(one => one.key !== key))
  async function run() {
    try {
      const id = await send(board, file, at, progress => change({ progress: progress }))
      dismiss()
      void recordUpload(board, id, batch).then(isThere => isThere && reportFailure(board, id, file.name))
      announce(board, useWorkspaceWords.now().uploads.done(file.name))
    } catch (failure) {
      change({ error: await describeFailure(failure) })
    }
  }
  const retry = () => {
    change({ error: null, progress: 0 })
    enqueue(run)
  }
  uploads.set([...uploads.get(), { key, name: file.name, at, progress: 0, error: null, retry, dismiss }])
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
async function send(board: OpenBoard, file: File, at: Point, onProgress: (progress: number) => void): Promise<string> {
  const kind = kindUploadedFrom(file)
  const { upload, path } = kinds[kind] as Kind
  const data = await workspaceKinds[kind].upload?.data(file, at)
  const operations = clientFor(board, onProgress)[path as 'images']
  const reply = await operations.create(board.uid, { ...data, [upload?.field ?? '']: file } as never)
  return (reply as unknown as Record<KindName, { id: string }>)[kind].id
}

const clientFor = ({ token }: OpenBoard, onProgress: (progress: number) => void): Client =>
  connect({ url: window.location.origin, token, fetch: progressFetch(onProgress), timeoutMs: Infinity })
