// A panel at the side of the board, or a bottom sheet on a phone. It takes the focus when it opens and returns it.

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { showSelectionBesidePanel } from './beside-panel.ts'
import './side-panel.css'

export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const board = useBoard()
  const { panel, view } = board
  const messages = useWorkspaceMessages()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // Before the first paint: the next key is meant for what the user sees.
  useLayoutEffect(() => {
    const element = section.current
    // An element inside that has the focus already keeps it.
    if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true })
    showSelectionBesidePanel(board)
  }, [board])
  function close() {
    panel.set(null)
    view.get()?.element.focus({ preventScroll: true })
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <section ref={section} className="side-panel" aria-labelledby={id} tabIndex={-1} onKeyDown={press}>
      <header className="side-panel-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={messages.close} shortcut="cancel" side="left" onClick={close} />
      </header>
      <div className="side-panel-inside">{children}</div>
    </section>
  )
}
