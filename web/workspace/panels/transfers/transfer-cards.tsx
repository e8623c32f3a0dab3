// The imports and the exports in the background, in a corner of the page: progress, the file, or the report of an import
// with the places on the board that it is about.

import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { saveFrom } from '../../actions/exporting/save-file.ts'
import { useTransferWords } from '../../actions/transfer/transfer-words.ts'
import { undo } from '../../actions/undo-redo.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { announce, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { type Transfer, transfers } from '../../state/transfers.ts'
import { ImportReport } from './import-report.tsx'
import { showObjects } from './show-objects.ts'
import './transfer-cards.css'

export default function TransferCards() {
  const words = useTransferWords()
  const list = useObservable(transfers)
  return (
    <section className="transfer-cards" aria-label={words.list}>
      {list.map(transfer => (
        <TransferCard key={transfer.key} transfer={transfer} />
      ))}
    </section>
  )
}

function TransferCard({ transfer }: { transfer: Transfer }) {
  const board = useBoard()
  const words = useTransferWords()
  const title = useTitle(transfer)
  useEffect(() => announce(board, title), [board, title])
  const { sort, state, progress, error, dismiss } = transfer
  // An import that the service is reading goes on, and can still be undone.
  const canCancel = state === 'running' && (sort === 'export' || transfer.isSending)
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <article className="transfer-card" aria-label={transfer.name}>
      <header>
        <p className="transfer-card-title">{title}</p>
        <IconButton icon="close" label={canCancel ? words.cancel : words.dismiss} onClick={dismiss} />
      </header>
      {state === 'running' && (
        <div className="transfer-card-progress">
          <progress max={100} {...(percent === null ? {} : { value: percent })} aria-label={title} />
          {percent !== null && <span>{words.percent(percent)}</span>}
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
  const words = useTransferWords()
  if (sort === 'export')
    return (state === 'done' ? words.exported : state === 'failed' ? words.notExported : words.exporting)(name)
  if (state === 'done') return words.imported(name, report?.created ?? 0)
  if (state === 'failed') return words.failed(name)
  return (isSending ? words.sending : words.importing)(name)
}

function ExportedFile({ url, name }: Transfer) {
  const words = useTransferWords()
  if (!url) return null
  return (
    <>
      <div className="transfer-card-actions">
        <Button look="primary" onClick={() => saveFrom(url, name)}>
          {words.download}
        </Button>
        <CopyButton className="button button-secondary" text={new URL(url, window.location.href).href}>
          {words.copyLink}
        </CopyButton>
      </div>
      <p className="transfer-card-note">{words.linkDay}</p>
    </>
  )
}

function ImportOutcome({ report, canUndo, dismiss }: Transfer) {
  const board = useBoard()
  const words = useTransferWords()
  if (!report) return null
  function undoImport() {
    undo(board)
    dismiss()
  }
  return (
    <>
      <div className="transfer-card-actions">
        {report.ids.length > 0 && <Button onClick={() => showObjects(board, report.ids)}>{words.show}</Button>}
        {canUndo && <Button onClick={undoImport}>{words.undo}</Button>}
      </div>
      <ImportReport report={report} />
    </>
  )
}
