// A placeholder for a panel whose code is loading. It keeps what the user types meanwhile, which is meant for the panel
// and must not trigger tool shortcuts.

import { useLayoutEffect, useRef } from 'react'
import { useUiMessages } from '../../ui/ui-messages.ts'

let typed = ''

/** What was typed before the panel was loaded. */
export const typedAhead = () => typed

export function clearTypedAhead(): void {
  typed = ''
}

export function TypedAhead() {
  const messages = useUiMessages()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={messages.loading}
      onChange={event => {
        typed = event.target.value
      }}
    />
  )
}
