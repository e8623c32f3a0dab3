// A value with subscribers, for state that changes too often, or is used too far from React, to be component state.

import { useSyncExternalStore } from 'react'

export interface ReadonlyObservable<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

export interface Observable<Value> extends ReadonlyObservable<Value> {
  set(next: Value): void
}

export function observable<Value>(initial: Value): Observable<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useObservable = <Value>({ subscribe, get }: ReadonlyObservable<Value>): Value =>
  useSyncExternalStore(subscribe, get, get)
