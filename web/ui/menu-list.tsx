// The entries of a menu: arrow keys, Home and End move through them, Enter or a press runs one. Position and opening
// are up to the caller.

import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import './menu-list.css'

export interface MenuEntry {
  readonly label: string
  readonly variant?: 'plain' | 'danger'
  readonly icon?: ReactNode
  /** The keyboard shortcut as it is displayed. */
  readonly keys?: string
  /** Shown as an icon, beside the other ones of its section; the label is its tooltip. */
  readonly isCompact?: boolean
  /** Set for an entry that turns something on or off. */
  readonly isChecked?: boolean
  readonly run: () => void
}

interface MenuListProps {
  readonly id?: string
  readonly label: string
  readonly className?: string
  /** Sections are separated by a line. */
  readonly sections: readonly (readonly MenuEntry[])[]
  /** Also called before the chosen entry runs. `isLeft` is true if the focus moves on by itself. */
  readonly onClose: (how: { isLeft: boolean }) => void
  readonly ref?: Ref<HTMLDivElement>
}

export function MenuList({ id, label, className = '', sections, onClose, ref }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => list.current as HTMLDivElement)
  function move(event: KeyboardEvent) {
    if (event.key === 'Tab') return onClose({ isLeft: true })
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      return onClose({ isLeft: false })
    }
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const next = indexAfter(event.key, items.indexOf(document.activeElement as HTMLElement), items.length)
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <div
      ref={list}
      id={id}
      className={`menu-list ${className}`}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={move}
    >
      {sections.map(section => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div key={section[0]?.label} role="group" className={`menu-section ${isRow(section) ? 'menu-row' : ''}`}>
          {section.map(entry => (
            <MenuItem key={entry.label} entry={entry} onClose={onClose} />
          ))}
        </div>
      ))}
    </div>
  )
}

const isRow = (section: readonly MenuEntry[]) => section.every(({ isCompact }) => isCompact)

function MenuItem({ entry, onClose }: { entry: MenuEntry } & Pick<MenuListProps, 'onClose'>) {
  return (
    <button
      type="button"
      {...roleOf(entry)}
      tabIndex={-1}
      className={`menu-${entry.variant ?? 'plain'}`}
      aria-label={entry.isCompact ? entry.label : undefined}
      title={entry.isCompact ? [entry.label, entry.keys].filter(Boolean).join(' · ') : undefined}
      // Only one entry is highlighted at a time, by keyboard or by mouse.
      onPointerMove={event => event.pointerType === 'mouse' && event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        onClose({ isLeft: false })
        entry.run()
      }}
    >
      {entry.icon}
      {!entry.isCompact && <span className="menu-label">{entry.label}</span>}
      {entry.isChecked && (
        <span className="menu-check" aria-hidden="true">
          ✓
        </span>
      )}
      {entry.keys && !entry.isCompact && (
        <span className="menu-keys" aria-hidden="true">
          {entry.keys}
        </span>
      )}
    </button>
  )
}

const roleOf = ({ isChecked }: MenuEntry) =>
  isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': isChecked }

function indexAfter(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown' || key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowUp' || key === 'ArrowLeft') return from < 0 ? count - 1 : (from - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
