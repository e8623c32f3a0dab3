// A modal dialog, open for as long as it is rendered. Escape and a press outside call `onClose`, and the focus returns
// to where it was.

import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly width?: 'text' | 'wide' | 'widest'
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Dialog({ title, width = 'text', onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The focus can be at the end of a long dialog, but it should start scrolled to the top.
    shown?.scrollTo(0, 0)
    return () => shown?.close()
  }, [])
  function cancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }
  function closeBeside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is closed with Escape
    <dialog
      ref={dialog}
      className={`dialog dialog-${width}`}
      aria-labelledby={id}
      onCancel={cancel}
      onClick={closeBeside}
    >
      <div className="dialog-inside">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
