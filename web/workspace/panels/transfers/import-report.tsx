// What an import had to adapt or leave out, with links to the places on the board.

import { useState } from 'react'
import { useTransferMessages } from '../../actions/transfer/transfer-messages.ts'
import { useBoard } from '../../state/board.ts'
import type { TransferRemark, TransferReport } from '../../state/transfers.ts'
import { useRemarkMessages } from './remark-messages.ts'
import { showObjects } from './show-objects.ts'

export function ImportReport({ report: { adapted, leftOut } }: { report: TransferReport }) {
  const messages = useTransferMessages()
  if (adapted.length === 0 && leftOut.length === 0) return <p className="transfer-card-note">{messages.asItWas}</p>
  return (
    <div className="import-report">
      <Remarks title={messages.adapted} remarks={adapted} />
      <Remarks title={messages.leftOut} remarks={leftOut} />
    </div>
  )
}

function Remarks({ title, remarks }: { title: string; remarks: readonly TransferRemark[] }) {
  if (remarks.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {remarks.map(remark => (
          <Remark key={remark.code} remark={remark} />
        ))}
      </ul>
    </>
  )
}

/** Its link goes to one object after the other. */
function Remark({ remark }: { remark: TransferRemark }) {
  const board = useBoard()
  const messages = useTransferMessages()
  const { what, why } = useRemarkMessages()(remark)
  const [shown, setShown] = useState(0)
  const ids = remark.ids.filter(id => board.live.get(id) !== undefined)
  const next = messages.shownOf(shown, ids.length)
  function showNext() {
    showObjects(board, ids.slice(shown % ids.length, (shown % ids.length) + 1))
    setShown((shown % ids.length) + 1)
  }
  return (
    <li>
      <span className="import-report-count">{remark.count}</span>
      <span>
        <strong>{what}</strong>
        <br />
        {why}{' '}
        {ids.length > 0 && (
          <button
            type="button"
            className="import-report-link"
            aria-label={shown === 0 ? messages.showPlace(what) : `${next}: ${what}`}
            onClick={showNext}
          >
            {shown === 0 ? messages.show : next}
          </button>
        )}
      </span>
    </li>
  )
}
