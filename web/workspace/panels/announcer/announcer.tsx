// Announcements for screen readers. Notifications are also shown for a few seconds.

import { useEffect, useState } from 'react'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import '../../../ui/notices.css'

const shownMs = 6_000

export function Announcer() {
  const { announcement } = useBoard()
  const latest = useObservable(announcement)
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (!latest?.isVisible) return
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
        {isShown && latest?.isVisible && <p>{latest.text}</p>}
      </div>
    </>
  )
}
