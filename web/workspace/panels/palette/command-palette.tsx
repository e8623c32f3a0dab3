// The command palette: a field and a list of actions, tools, objects and workspaces that match what is typed. A combobox
// for screen readers: the focus stays in the field, and the arrow keys move through the list.

import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { actionContextOf } from '../../actions/action-context.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useBoardVersion } from '../../state/live-hooks.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { actionEntries, objectEntries, type PaletteEntry, rankEntries, workspaceEntry } from './palette-entries.ts'
import { recentChoices, rememberChoice } from './recent-choices.ts'
import { useWorkspacesByName } from './use-workspaces-by-name.ts'
import './command-palette.css'

const listId = 'palette-list'
const optionId = (index: number) => `palette-option-${index}`
const maxShown = 60

export default function CommandPalette() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const entries = useEntries(query)
  const [active, setActive] = useState(0)
  const current = Math.min(active, Math.max(0, entries.length - 1))
  const close = () => board.dialog.set(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useLayoutEffect(() => {
    dialog.current?.querySelector(`#${optionId(current)}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function choose(entry: PaletteEntry | undefined) {
    if (!entry?.isEnabled) return
    rememberChoice(entry.key)
    close()
    // Runs after the dialog is closed and the focus is back, so that actions find the page as it was.
    setTimeout(() => entry.run(board))
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const isAgain = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const to = targetOf(event.key, current, entries.length)
    if (isAgain) close()
    else if (event.key === 'Enter') choose(entries[current])
    else if (to !== null) setActive(to)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is closed with Escape
    <dialog
      ref={dialog}
      className="palette"
      aria-label={messages.palette.title}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => event.target === dialog.current && close()}
    >
      <div className="palette-inside">
        <div className="palette-top">
          <Icon name="search" />
          <input
            className="palette-field"
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
            aria-autocomplete="list"
            aria-label={messages.palette.label}
            placeholder={messages.palette.placeholder}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={query}
            onChange={event => {
              setQuery(event.target.value)
              setActive(0)
            }}
            onKeyDown={press}
          />
        </div>
        <p className="visually-hidden" role="status">
          {messages.search.found(entries.length)}
        </p>
        {entries.length === 0 && <p className="palette-empty">{messages.palette.nothing}</p>}
        <div id={listId} role="listbox" aria-label={messages.palette.results} className="palette-list">
          {entries.map((entry, index) => (
            <Option
              key={entry.key}
              entry={entry}
              index={index}
              isCurrent={index === current}
              onPoint={() => setActive(index)}
              onChoose={() => choose(entry)}
            />
          ))}
        </div>
      </div>
    </dialog>
  )
}

function useEntries(query: string): readonly PaletteEntry[] {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const version = useBoardVersion()
  const asked = useDeferredValue(query)
  const workspaces = useWorkspacesByName(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the map
  return useMemo(() => {
    const named = actionEntries(actionContextOf(board), messages)
    const elsewhere = workspaces.map(({ uid, name }) => workspaceEntry(uid, name, messages))
    const ranked = rankEntries(asked, [...named, ...elsewhere], recentChoices())
    const objects = objectEntries(asked, board.live.objects.values(), messages)
    const isShown = ({ isEnabled }: PaletteEntry) => isEnabled
    // Unavailable entries come last.
    return [...ranked.filter(isShown), ...objects, ...ranked.filter(entry => !isShown(entry))].slice(0, maxShown)
  }, [asked, board, messages, version, workspaces])
}

interface OptionProps {
  readonly entry: PaletteEntry
  readonly index: number
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Option({ entry, index, isCurrent, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={optionId(index)}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={!entry.isEnabled}
      className="palette-option"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={entry.icon} />
      <span className="palette-label">{entry.label}</span>
      <small>{entry.sort}</small>
      {entry.keys && <kbd>{entry.keys}</kbd>}
    </div>
  )
}

/** The index that a key moves to in a list of this length; null if it is not such a key. */
function targetOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, at + 8)
  if (key === 'PageUp') return Math.max(0, at - 8)
  return null
}
