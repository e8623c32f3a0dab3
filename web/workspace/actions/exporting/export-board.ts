// Exports a part of the board in the background, with its progress in the list of transfers.

import type { Box } from '@tessera/drawing'
import { localAddress } from '../../../ui/local-address.ts'
import { describeFailure, translateServiceMessage } from '../../../ui/use-action.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { ExportChoice, ExportRegion } from '../../state/export-choice.ts'
import { type StartedTransfer, startTransfer } from '../../state/transfers.ts'
import { useTransferMessages } from '../transfer/transfer-messages.ts'
import { waitForJob } from '../transfer/wait-for-job.ts'
import { exportRequest } from './picture-request.ts'
import { saveFrom } from './save-file.ts'

export interface ExportTask {
  readonly choice: ExportChoice
  readonly region: ExportRegion
  readonly box: Box
  /** Of the file. */
  readonly name: string
}

/** The file is downloaded when it is ready; its link stays in the list. */
export async function exportInBackground(board: OpenBoard, wanted: ExportTask): Promise<void> {
  const transfer = startTransfer('export', wanted.name)
  const { change, signal } = transfer
  try {
    const { url, error } = await makeFile(board, wanted, transfer)
    if (signal.aborted) return
    if (url === null) return change({ state: 'failed', error: await reasonOf(error) })
    change({ state: 'done', url })
    saveFrom(localAddress(url), wanted.name)
  } catch (failure) {
    if (!signal.aborted) change({ state: 'failed', error: await describeFailure(failure) })
  }
}

type Request = Parameters<OpenBoard['client']['exports']['create']>[1]

async function makeFile(
  { client, uid }: OpenBoard,
  { choice, region, box }: ExportTask,
  { change, signal }: StartedTransfer,
) {
  const request = exportRequest(choice, region, box) as Request
  const started = await client.exports.create(uid, request, { signal })
  const { id } = started.export
  const read = async () => (await client.exports.get(uid, id, { signal })).export
  return waitForJob(started.export, read, { onProgress: progress => change({ progress }), signal })
}

const reasonOf = (error: string | null): string | Promise<string> =>
  error === null ? useTransferMessages.now().errors.server_error : translateServiceMessage(error)
