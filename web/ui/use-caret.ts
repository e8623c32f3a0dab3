// The caret position of a text field that is also filled by choosing from a list.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Caret {
  readonly at: number
  /** It is there already. */
  readonly track: (at: number) => void
  /** It goes there, and the focus with it, once the words are written. */
  readonly moveTo: (at: number) => void
}

export function useCaret(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): Caret {
  const [at, moved] = useState(0)
  const next = useRef<number | null>(null)
  // With the words themselves: the next letter may be typed before another frame comes.
  useLayoutEffect(() => {
    if (next.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(next.current, next.current)
    next.current = null
  })
  function put(at: number) {
    moved(at)
    next.current = at
  }
  return { at, track: moved, moveTo: put }
}
