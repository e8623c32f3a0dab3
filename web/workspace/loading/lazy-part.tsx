// A component whose code is loaded later: in the background once the page is idle, so that it works offline, or when it
// is first shown. If loading fails, the rest of the page keeps working.

import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'

export interface LazyPart<Props extends object> {
  load(): Promise<void>
  /** Null until it is loaded. */
  component(): ComponentType<Props> | null
}

const parts: Pick<LazyPart<object>, 'load'>[] = []

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let made: ComponentType<Props> | null = null
  const part: LazyPart<Props> = {
    async load() {
      made ??= await load()
    },
    component: () => made,
  }
  parts.push(part)
  return part
}

/** Loads one after the other. If one fails, it is loaded again when it is shown. */
export async function preloadLazyParts(): Promise<void> {
  for (const part of parts) await part.load().catch(() => {})
}

interface FetchedPartProps<Props extends object> {
  readonly part: LazyPart<Props>
  readonly props: Props
  /** Called if it cannot be loaded. */
  readonly onError: () => void
  /** Shown until it is loaded. */
  readonly waiting?: ReactNode
}

export function LazyView<Props extends object>({
  part,
  props,
  onError: onLost,
  waiting = null,
}: FetchedPartProps<Props>) {
  const [isHere, setHere] = useState(part.component() !== null)
  const lost = useRef(onLost)
  lost.current = onLost
  useEffect(() => {
    if (isHere) return
    let isLeft = false
    part.load().then(
      () => !isLeft && setHere(true),
      () => !isLeft && lost.current(),
    )
    return () => {
      isLeft = true
    }
  }, [part, isHere])
  const made = part.component()
  return made && isHere ? createElement(made, props) : waiting
}
