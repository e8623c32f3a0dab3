// A part of the page whose program is fetched later: once the page has nothing else to do, so that it is there without a
// connection too, and at the latest when it is first shown. Where it cannot be had, the rest of the page goes on.

import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'

export interface LazyPart<Props extends object> {
  load(): Promise<void>
  /** Null until it was fetched. */
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

/** One after the other; what cannot be had now is asked for again when it is to be shown. */
export async function preloadLazyParts(): Promise<void> {
  for (const part of parts) await part.load().catch(() => {})
}

interface FetchedPartProps<Props extends object> {
  readonly part: LazyPart<Props>
  readonly props: Props
  /** Told where it cannot be had. */
  readonly onError: () => void
  /** Shown until it is there. */
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
