// A button that opens a menu. Escape and a press outside close it, and Escape returns the focus to the button.

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type MenuEntry, MenuList } from './menu-list.tsx'
import './action-menu.css'

interface ActionMenuProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly className?: string
  /** Three dots by default. */
  readonly children?: ReactNode
}

export function ActionMenu({ label, entries, className = '', children }: ActionMenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    openWhereThereIsRoom(list.current, button.current)
    list.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const closeElsewhere = (event: PointerEvent) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeElsewhere)
    return () => document.removeEventListener('pointerdown', closeElsewhere)
  }, [isOpen])
  return (
    <div ref={around} className={`action-menu ${className}`}>
      <button
        ref={button}
        type="button"
        className="action-menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? (
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.6" />
          </svg>
        )}
      </button>
      {isOpen && (
        <MenuList
          ref={list}
          id={id}
          className="action-menu-list"
          label={label}
          sections={[entries]}
          onClose={({ isLeft }) => {
            setOpen(false)
            if (!isLeft) button.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Below the button, or above it if there is no room below. */
function openWhereThereIsRoom(list: Element | null, button: Element | null): void {
  if (!list || !button) return
  const { height, bottom } = list.getBoundingClientRect()
  const isAbove = bottom > window.innerHeight && button.getBoundingClientRect().top > height
  list.classList.toggle('action-menu-above', isAbove)
}
