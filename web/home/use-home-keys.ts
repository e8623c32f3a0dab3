// Keyboard shortcuts of the home page, inactive while typing: / focuses the search, n creates a workspace.

import { type RefObject, useEffect } from 'react'

interface HomeKeys {
  readonly search: RefObject<HTMLInputElement | null>
  readonly onCreate: (() => void) | undefined
}

export function useHomeKeys({ search, onCreate }: HomeKeys): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      if (event.key === '/' && search.current) {
        event.preventDefault()
        search.current.focus()
      }
      if (event.key === 'n' && onCreate) {
        event.preventDefault()
        onCreate()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [search, onCreate])
}

const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu], dialog') !== null
