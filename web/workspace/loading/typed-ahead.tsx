// Stands where a panel is about to be, while its program is fetched, and takes what is typed meanwhile: those letters are
// meant for the panel, and would otherwise be taken for the keys of tools.

import { useLayoutEffect, useRef } from 'react'
import { useUiWords } from '../../ui/ui-words.ts'

let typed = ''

/** What was typed before the panel was there, for as long as nobody has made it their own. */
export const typedAhead = () => typed

export function clearTypedAhead(): void {
  typed = ''
}

export function TypedAhead() {
  const words = useUiWords()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={words.loading}
      onChange={event => {
        typed = event.target.value
      }}
    />
  )
}
