// A button that opens a list of deeds. Arrow keys, Home and End go through them, Escape and a press elsewhere close it, and
// the focus goes back to the button.

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import './action-menu.css'

export interface Deed {
  readonly label: string
  readonly look?: 'plain' | 'danger'
  readonly icon?: ReactNode
  readonly act: () => void
}

interface ActionMenuProps {
  readonly label: string
  readonly deeds: readonly Deed[]
  readonly className?: string
  /** Three dots where it is not given. */
  readonly children?: ReactNode
}

export function ActionMenu({ label, deeds, className = '', children }: ActionMenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const items = () => [...(around.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useLayoutEffect(() => {
    if (!isOpen) return
    openWhereThereIsRoom(around.current?.querySelector('[role=menu]'), button.current)
    around.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const closeElsewhere = (event: PointerEvent) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeElsewhere)
    return () => document.removeEventListener('pointerdown', closeElsewhere)
  }, [isOpen])
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function move(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const list = items()
    const next = placeAfter(event.key, list.indexOf(document.activeElement as HTMLElement), list.length)
    if (next === null) return
    event.preventDefault()
    list[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the keys of what is inside
    <div ref={around} className={`action-menu ${className}`} onKeyDown={move}>
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
        <div id={id} className="action-menu-list" role="menu" aria-label={label}>
          {deeds.map(deed => (
            <button
              key={deed.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`action-menu-${deed.look ?? 'plain'}`}
              onClick={() => {
                close()
                deed.act()
              }}
            >
              {deed.icon}
              {deed.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Below the button; above it where it would leave the window otherwise. */
function openWhereThereIsRoom(list: Element | null | undefined, button: Element | null): void {
  if (!list || !button) return
  const { height, bottom } = list.getBoundingClientRect()
  const isAbove = bottom > window.innerHeight && button.getBoundingClientRect().top > height
  list.classList.toggle('action-menu-above', isAbove)
}

function placeAfter(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return (from - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
