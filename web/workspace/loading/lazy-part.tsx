// A part of the page whose program is fetched later: once the page has nothing else to do, so that it is there without a
// connection too, and at the latest when it is first shown. Where it cannot be had, the rest of the page goes on.

import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'

export interface LaterPart<Props extends object> {
  fetch(): Promise<void>
  /** Null until it was fetched. */
  made(): ComponentType<Props> | null
}

const parts: Pick<LaterPart<object>, 'fetch'>[] = []

export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let made: ComponentType<Props> | null = null
  const part: LaterPart<Props> = {
    async fetch() {
      made ??= await load()
    },
    made: () => made,
  }
  parts.push(part)
  return part
}

/** One after the other; what cannot be had now is asked for again when it is to be shown. */
export async function fetchParts(): Promise<void> {
  for (const part of parts) await part.fetch().catch(() => {})
}

interface FetchedPartProps<Props extends object> {
  readonly part: LaterPart<Props>
  readonly props: Props
  /** Told where it cannot be had. */
  readonly onLost: () => void
  /** Shown until it is there. */
  readonly waiting?: ReactNode
}

export function FetchedPart<Props extends object>({ part, props, onLost, waiting = null }: FetchedPartProps<Props>) {
  const [isHere, setHere] = useState(part.made() !== null)
  const lost = useRef(onLost)
  lost.current = onLost
  useEffect(() => {
    if (isHere) return
    let isLeft = false
    part.fetch().then(
      () => !isLeft && setHere(true),
      () => !isLeft && lost.current(),
    )
    return () => {
      isLeft = true
    }
  }, [part, isHere])
  const made = part.made()
  return made && isHere ? createElement(made, props) : waiting
}
