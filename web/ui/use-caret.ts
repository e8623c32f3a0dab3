// The caret position of a text field that is also filled by choosing from a list.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Caret {
  readonly at: number
  /** Records where the caret is. */
  readonly track: (at: number) => void
  /** Moves the caret and the focus once the text is rendered. */
  readonly moveTo: (at: number) => void
}

export function useCaret(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): Caret {
  const [at, moved] = useState(0)
  const next = useRef<number | null>(null)
  // In a layout effect: the next key can be pressed before another frame.
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
