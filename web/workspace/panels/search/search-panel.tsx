// Searches the board while the user types: objects and comments at once, documents a moment later.

import type { BoardObject } from '@tessera/client'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { showComments } from '../../actions/comments/show-comments.ts'
import { turnTo } from '../../actions/turn-page.ts'
import { Icon } from '../../icons/icon.tsx'
import { clearTypedAhead, typedAhead } from '../../loading/typed-ahead.tsx'
import { ObjectIcon } from '../../objects/object-icon.tsx'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { placeOf } from '../../state/comment-threads.ts'
import { useBoardVersion } from '../../state/live-hooks.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { type BoardMatch, findOnBoard } from './find-on-board.ts'
import '../side-panel/panel-entry.css'
import './search-panel.css'

export function SearchPanel() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const [query, setQuery] = useState(typedAhead)
  useEffect(clearTypedAhead, [])
  const deferredQuery = useDeferredValue(query)
  const version = useBoardVersion()
  const { live } = board
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the map
  const here = useMemo(
    () => findOnBoard(deferredQuery, live.objects.values(), live.commentsOn),
    [deferredQuery, live, version],
  )
  const inDocuments = useDocuments(deferredQuery, here)
  const found = [...here, ...inDocuments]
  function show({ object, comment, onPage }: BoardMatch) {
    if (comment) return showComments(board, placeOf(comment))
    if (!object) return
    select(board, [object.id])
    board.view.get()?.goTo(object.id, { animate: true })
    if (onPage !== undefined) turnToText(board, object, onPage).catch(() => {})
  }
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  /** Enter goes to the first result; arrow keys move between the field and the results. */
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const [first] = found
    const isField = event.currentTarget === field.current
    if (event.key === 'Enter' && isField && first) return show(first)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const stops = [field.current, ...(list.current?.querySelectorAll('button') ?? [])]
    stops[stops.indexOf(event.currentTarget as HTMLInputElement) + step]?.focus()
  }
  return (
    <SidePanel title={messages.search.title}>
      <input
        ref={field}
        type="search"
        className="search-field"
        aria-label={messages.search.label}
        placeholder={messages.search.placeholder}
        // biome-ignore lint/a11y/noAutofocus: who opens the search wants to type
        autoFocus
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={press}
      />
      <p role="status" className="side-panel-empty">
        {deferredQuery.trim() === '' ? messages.search.hint : messages.search.found(found.length)}
      </p>
      <ol ref={list} className="found-list">
        {found.map(one => (
          <li key={`${one.object?.id} ${one.comment?.id ?? ''}`}>
            <button type="button" className="found" onClick={() => show(one)} onKeyDown={press}>
              {one.comment || !one.object ? <Icon name="comment" /> : <ObjectIcon object={one.object} />}
              <span>
                <small>
                  {one.comment || !one.object ? messages.search.inComment : messages.kinds[one.object.kind]}
                </small>
                {one.excerpt}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}

/** Turns to the first page that contains the text. */
async function turnToText(board: OpenBoard, object: BoardObject, messages: string): Promise<void> {
  for await (const page of board.client.documents.listPages.all(board.uid, object.id, { limit: 100 })) {
    if (!page.text.toLowerCase().includes(messages)) continue
    turnTo(board, object, page.number)
    return
  }
}

const pauseMs = 250

/** Documents found by their pages only, not by their title. */
function useDocuments(query: string, here: readonly BoardMatch[]): readonly BoardMatch[] {
  const { client, uid, live } = useBoard()
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    setIds([])
    if (query.trim().length < 2) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      client.objects
        .list(uid, { kind: 'document', query: query.trim(), limit: 50 }, { signal: abort.signal })
        .then(({ objects }) => setIds(objects.map(({ id }) => id)))
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, uid, query])
  const messages = useWorkspaceMessages()
  const known = new Set(here.filter(({ comment }) => !comment).map(({ object }) => object?.id))
  return ids.flatMap(id => {
    const object: BoardObject | undefined = known.has(id) ? undefined : live.get(id)
    if (!object) return []
    const title = 'title' in object ? object.title : ''
    const onPage = query.trim().toLowerCase()
    return [{ object, excerpt: `${title}: ${messages.search.inPages}`, comment: null, onPage }]
  })
}
