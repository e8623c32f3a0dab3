// A list that is loaded page by page. During a reload the previous items stay visible.

import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react'
import { describeFailure } from '../ui/use-action.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

export interface Pages<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly state: 'loading' | 'ready' | 'failed'
  readonly reason: string
  readonly isStale: boolean
  readonly isGrowing: boolean
  readonly hasMore: boolean
  /** The next page. */
  readonly more: () => void
  readonly again: () => void
  /** Changes the data locally, before the server confirms it. */
  readonly change: (change: (items: readonly Item[]) => readonly Item[]) => void
}

type ReadPage<Item> = (offset: number, signal: AbortSignal) => Promise<Page<Item>>
type PagesState<Item> = Pick<Pages<Item>, 'items' | 'total' | 'state' | 'reason' | 'isStale' | 'isGrowing'>

export function usePages<Item>(
  read: ReadPage<Item>,
  nameOf: (item: Item) => string,
  dependencies: DependencyList,
): Pages<Item> {
  const [shown, setShown] = useState<PagesState<Item>>(nothing)
  const [round, setRound] = useState(0)
  const abort = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => {
    const mine = new AbortController()
    abort.current = mine
    setShown(before => (before.state === 'ready' ? { ...before, isStale: true } : nothing))
    read(0, mine.signal).then(
      page => mine.signal.aborted || setShown({ ...nothing, ...page, state: 'ready' }),
      async failure => {
        const reason = await describeFailure(failure)
        if (!mine.signal.aborted) setShown({ ...nothing, state: 'failed', reason })
      },
    )
    return () => mine.abort()
  }, [...dependencies, round])

  function more() {
    const { signal } = abort.current
    if (shown.isGrowing || shown.isStale) return
    setShown(before => ({ ...before, isGrowing: true }))
    read(shown.items.length, signal).then(
      page =>
        signal.aborted || setShown(before => ({ ...before, ...appendPage(before.items, page), isGrowing: false })),
      async failure => {
        const reason = await describeFailure(failure)
        if (!signal.aborted) setShown(before => ({ ...before, reason, isGrowing: false }))
      },
    )
  }

  /** An item that moved between two pages in the meantime is shown once. */
  function appendPage(items: readonly Item[], page: Page<Item>): Page<Item> {
    const known = new Set(items.map(nameOf))
    return { total: page.total, items: [...items, ...page.items.filter(item => !known.has(nameOf(item)))] }
  }

  const change = useCallback(
    (next: (items: readonly Item[]) => readonly Item[]) =>
      setShown(before => {
        const items = next(before.items)
        return { ...before, items, total: before.total + items.length - before.items.length }
      }),
    [],
  )
  const again = useCallback(() => setRound(before => before + 1), [])
  return { ...shown, hasMore: shown.items.length < shown.total, more, again, change }
}

const nothing = { items: [], total: 0, state: 'loading', reason: '', isStale: false, isGrowing: false } as const
