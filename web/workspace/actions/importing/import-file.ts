// Imports a file or a board of Miro: sends it, waits until the server has read it, and makes the result one step of
// undo. The progress and the report are in the list of transfers.

import type { Point } from '@tessera/drawing'
import { describeFailure } from '../../../ui/use-action.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { type StartedTransfer, startTransfer } from '../../state/transfers.ts'
import { useTransferMessages } from '../transfer/transfer-messages.ts'
import { waitForJob } from '../transfer/wait-for-job.ts'
import { uploadClient } from '../uploads/upload-files.ts'
import { recordImport } from './record-import.ts'

/** Puts the top left corner at a point of the board; without one, it uses free space, and the view moves there. */
export async function importFile(board: OpenBoard, file: File, at: Point | null): Promise<void> {
  const send = ({ change, signal }: StartedTransfer) => {
    const sending = uploadClient(board, progress => change({ progress }))
    return sending.imports.create(board.uid, { file, ...roundPlace(at) }, { signal })
  }
  await runImport(board, file.name, send, report => at ?? showImport(board, report))
}

export interface MiroBoard {
  /** Its id or its address. */
  readonly board: string
  readonly token: string
}

/** The server fetches the board. It uses the token once. */
export async function importFromMiro(board: OpenBoard, miro: MiroBoard, at: Point | null): Promise<void> {
  const request = { format: 'miro' as const, ...miro, ...roundPlace(at) }
  const send = ({ signal }: StartedTransfer) => board.client.imports.create(board.uid, request, { signal })
  await runImport(board, 'Miro', send, report => at ?? showImport(board, report))
}

/** An import that was started elsewhere. */
export async function watchImport(board: OpenBoard, id: string): Promise<void> {
  try {
    const started = await board.client.imports.get(board.uid, id)
    await runImport(
      board,
      started.import.name,
      async () => started,
      report => showImport(board, report),
    )
  } catch (failure) {
    notify(board, await describeFailure(failure))
  }
}

const roundPlace = (at: Point | null) => (at ? { x: Math.round(at.x), y: Math.round(at.y) } : {})

function showImport(board: OpenBoard, { box }: Report): void {
  if (box) board.view.get()?.fit(box, { animate: true, maxZoom: 1 })
}

type StartedImport = Awaited<ReturnType<OpenBoard['client']['imports']['create']>>
type Report = NonNullable<StartedImport['import']['report']>

async function runImport(
  board: OpenBoard,
  name: string,
  send: (transfer: StartedTransfer) => Promise<StartedImport>,
  onDone: (report: Report) => void,
): Promise<void> {
  if (!canEdit(board)) return
  const transfer = startTransfer('import', name)
  transfer.change({ isSending: true })
  try {
    const sent = await send(transfer)
    transfer.change({ isSending: false, progress: 0 })
    const report = await followImport(board, sent.import, transfer)
    if (report) onDone(report)
  } catch (failure) {
    if (!transfer.signal.aborted) transfer.change({ state: 'failed', error: await describeFailure(failure) })
  }
}

/** Continues if the user hides it, so that it can be undone. Null if the import failed. */
async function followImport(
  board: OpenBoard,
  sent: StartedImport['import'],
  { change }: StartedTransfer,
): Promise<Report | null> {
  const { client, uid } = board
  const job = await waitForJob(sent, async () => (await client.imports.get(uid, sent.id)).import, {
    onProgress: progress => change({ progress }),
  })
  if (!job.report || job.state === 'failed') {
    change({ state: 'failed', error: failureOf(job) })
    return null
  }
  const ids = await listCreated(board, job.id)
  const canUndo = await recordImport(board, ids, `import ${job.id}`)
  const { created, adapted, left_out } = job.report
  change({ state: 'done', report: { created, adapted, leftOut: left_out, ids }, canUndo })
  const stop = board.history.onChange(() => {
    stop()
    change({ canUndo: false })
  })
  return job.report
}

async function listCreated({ client, uid }: OpenBoard, id: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.imports.listObjects(uid, id, cursor ? { cursor } : {})
    ids.push(...page.ids)
    cursor = page.next_cursor
  }
  return ids
}

function failureOf({ error, error_code }: StartedImport['import']): string {
  const { errors } = useTransferMessages.now()
  return errors[error_code ?? 'server_error'] ?? error ?? ''
}
