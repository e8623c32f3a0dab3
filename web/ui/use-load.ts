// Loads data for a page. During a reload the previous data stays visible.

import { type DependencyList, useCallback, useEffect, useState } from 'react'
import { describeFailure } from './use-action.ts'

export type LoadState<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready'; readonly value: Value; readonly isStale: boolean }

export interface Load<Value> {
  readonly loaded: LoadState<Value>
  readonly reload: () => void
  /** Changes the data locally, before the server confirms it. */
  readonly change: (change: (value: Value) => Value) => void
}

export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: DependencyList,
): Load<Value> {
  const [loaded, setLoaded] = useState<LoadState<Value>>({ state: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(before => (before.state === 'ready' ? { ...before, isStale: true } : { state: 'loading' }))
    load(abort.signal).then(
      value => abort.signal.aborted || setLoaded({ state: 'ready', value, isStale: false }),
      async failure => {
        const reason = await describeFailure(failure)
        if (!abort.signal.aborted) setLoaded({ state: 'failed', reason })
      },
    )
    return () => abort.abort()
  }, [...dependencies, round])
  const again = useCallback(() => setRound(before => before + 1), [])
  const change = useCallback(
    (next: (value: Value) => Value) =>
      setLoaded(before => (before.state === 'ready' ? { ...before, value: next(before.value) } : before)),
    [],
  )
  return { loaded, reload: again, change }
}
