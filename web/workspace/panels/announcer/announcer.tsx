// What is said about what has happened: heard by screen readers, and where it matters seen for a while.

import { useEffect, useState } from 'react'
import { useBoard } from '../../state/board.ts'
import { useWatched } from '../../state/observable.ts'
import '../../../ui/notices.css'

const shownMs = 6_000

export function Announcer() {
  const { said } = useBoard()
  const latest = useWatched(said)
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (!latest?.isSeen) return
    show(true)
    const timer = setTimeout(() => show(false), shownMs)
    return () => clearTimeout(timer)
  }, [latest])
  return (
    <>
      <p className="visually-hidden" role="log" aria-live="polite" aria-atomic="true">
        {latest?.text}
      </p>
      <div className="notices" aria-hidden="true">
        {isShown && latest?.isSeen && <p>{latest.text}</p>}
      </div>
    </>
  )
}
