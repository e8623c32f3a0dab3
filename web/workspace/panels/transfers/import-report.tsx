// What an import could not take over as it was, in words, with links to the places on the board.

import { useState } from 'react'
import { useTransferWords } from '../../actions/transfer/transfer-words.ts'
import { useBoard } from '../../state/board.ts'
import type { TransferRemark, TransferReport } from '../../state/transfers.ts'
import { useRemarkWords } from './remark-words.ts'
import { showObjects } from './show-objects.ts'

export function ImportReport({ report: { adapted, leftOut } }: { report: TransferReport }) {
  const words = useTransferWords()
  if (adapted.length === 0 && leftOut.length === 0) return <p className="transfer-card-note">{words.asItWas}</p>
  return (
    <div className="import-report">
      <Remarks title={words.adapted} remarks={adapted} />
      <Remarks title={words.leftOut} remarks={leftOut} />
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

/** Its link leads to one object after the other. */
function Remark({ remark }: { remark: TransferRemark }) {
  const board = useBoard()
  const words = useTransferWords()
  const { what, why } = useRemarkWords()(remark)
  const [shown, setShown] = useState(0)
  const ids = remark.ids.filter(id => board.live.get(id) !== undefined)
  const next = words.shownOf(shown, ids.length)
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
            aria-label={shown === 0 ? words.showPlace(what) : `${next}: ${what}`}
            onClick={showNext}
          >
            {shown === 0 ? words.show : next}
          </button>
        )}
      </span>
    </li>
  )
}
