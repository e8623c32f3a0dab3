// Exports a part of the board in the background, with its progress in the list of transfers.

import type { Box } from '@tessera/drawing'
import { localAddress } from '../../../ui/local-address.ts'
import { describeFailure } from '../../../ui/use-action.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { ExportChoice, ExportRegion } from '../../state/export-choice.ts'
import { type StartedTransfer, startTransfer } from '../../state/transfers.ts'
import { useTransferWords } from '../transfer/transfer-words.ts'
import { type WatchedJob, waitForJob } from '../transfer/wait-for-job.ts'
import { exportRequest } from './picture-request.ts'
import { saveFrom } from './save-file.ts'

export interface WantedExport {
  readonly choice: ExportChoice
  readonly region: ExportRegion
  readonly box: Box
  /** Of the file. */
  readonly name: string
}

/** The file is downloaded when it is there; its link stays in the list. */
export async function exportInBackground(board: OpenBoard, wanted: WantedExport): Promise<void> {
  const transfer = startTransfer('export', wanted.name)
  try {
    const url = await makeFile(board, wanted, transfer)
    if (transfer.signal.aborted) return
    transfer.change({ state: 'done', url })
    saveFrom(localAddress(url), wanted.name)
  } catch (failure) {
    if (!transfer.signal.aborted) transfer.change({ state: 'failed', error: await describeFailure(failure) })
  }
}

async function makeFile(
  { client: anyClient, uid }: OpenBoard,
  { choice, region, box }: WantedExport,
  { change, signal }: StartedTransfer,
): Promise<string> {
  const client = anyClient as unknown as ExportingClient
  const started = await client.exports.create(uid, exportRequest(choice, region, box), { signal })
  const job = await waitForJob(
    started.export,
    async () => (await client.exports.get(uid, started.export.id, { signal })).export,
    { onProgress: progress => change({ progress }), signal },
  )
  if (job.state === 'done' && job.url) return job.url
  throw new Error(useTransferWords.now().errors.server_error)
}

interface Exported {
  readonly export: WatchedJob & { readonly id: string; readonly url: string | null }
}

interface ExportingClient {
  readonly exports: {
    create(uid: string, body: object, options: { signal: AbortSignal }): Promise<Exported>
    get(uid: string, id: string, options: { signal: AbortSignal }): Promise<Exported>
  }
}
