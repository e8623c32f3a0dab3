// Imports, and exports in the background, in a corner of the page: the progress, the file, or the report of an import
// with the places on the board that it mentions.

import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { saveFrom } from '../../actions/exporting/save-file.ts'
import { useTransferMessages } from '../../actions/transfer/transfer-messages.ts'
import { undo } from '../../actions/undo-redo.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { announce, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { type Transfer, transfers } from '../../state/transfers.ts'
import { ImportReport } from './import-report.tsx'
import { showObjects } from './show-objects.ts'
import './transfer-cards.css'

export default function TransferCards() {
  const messages = useTransferMessages()
  const list = useObservable(transfers)
  return (
    <section className="transfer-cards" aria-label={messages.list}>
      {list.map(transfer => (
        <TransferCard key={transfer.key} transfer={transfer} />
      ))}
    </section>
  )
}

function TransferCard({ transfer }: { transfer: Transfer }) {
  const board = useBoard()
  const messages = useTransferMessages()
  const title = useTitle(transfer)
  useEffect(() => announce(board, title), [board, title])
  const { sort, state, progress, error, dismiss } = transfer
  // An import that the server is reading continues, and can still be undone.
  const canCancel = state === 'running' && (sort === 'export' || transfer.isSending)
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <article className="transfer-card" aria-label={transfer.name}>
      <header>
        <p className="transfer-card-title">{title}</p>
        <IconButton icon="close" label={canCancel ? messages.cancel : messages.dismiss} onClick={dismiss} />
      </header>
      {state === 'running' && (
        <div className="transfer-card-progress">
          <progress max={100} {...(percent === null ? {} : { value: percent })} aria-label={title} />
          {percent !== null && <span>{messages.percent(percent)}</span>}
        </div>
      )}
      {error && (
        <p role="alert" className="transfer-card-fault">
          {error}
        </p>
      )}
      {state === 'done' && (sort === 'export' ? <ExportedFile {...transfer} /> : <ImportOutcome {...transfer} />)}
    </article>
  )
}

function useTitle({ sort, name, state, isSending, report }: Transfer): string {
  const messages = useTransferMessages()
  if (sort === 'export')
    return (state === 'done' ? messages.exported : state === 'failed' ? messages.notExported : messages.exporting)(name)
  if (state === 'done') return messages.imported(name, report?.created ?? 0)
  if (state === 'failed') return messages.failed(name)
  return (isSending ? messages.sending : messages.importing)(name)
}

function ExportedFile({ url, name }: Transfer) {
  const messages = useTransferMessages()
  if (!url) return null
  return (
    <>
      <div className="transfer-card-actions">
        <Button variant="primary" onClick={() => saveFrom(url, name)}>
          {messages.download}
        </Button>
        <CopyButton className="button button-secondary" text={new URL(url, window.location.href).href}>
          {messages.copyLink}
        </CopyButton>
      </div>
      <p className="transfer-card-note">{messages.linkDay}</p>
    </>
  )
}

function ImportOutcome({ report, canUndo, dismiss }: Transfer) {
  const board = useBoard()
  const messages = useTransferMessages()
  if (!report) return null
  function undoImport() {
    undo(board)
    dismiss()
  }
  return (
    <>
      <div className="transfer-card-actions">
        {report.ids.length > 0 && <Button onClick={() => showObjects(board, report.ids)}>{messages.show}</Button>}
        {canUndo && <Button onClick={undoImport}>{messages.undo}</Button>}
      </div>
      <ImportReport report={report} />
    </>
  )
}
