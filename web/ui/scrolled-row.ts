// A row that scrolls sideways if it is too wide: it fades at an end that has more, and scrolls the current entry into
// view.

import { type RefObject, useEffect, useLayoutEffect } from 'react'
import './scrolled-row.css'

/** `current` is the selector of the current entry, and `name` changes with it. */
export function useScrolledRow(row: RefObject<HTMLElement | null>, current: string, name: string): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const show = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.classList.toggle('has-more-before', scrollLeft > slack)
      element.classList.toggle('has-more-after', scrollLeft + clientWidth < scrollWidth - slack)
    }
    const watch = new ResizeObserver(show)
    for (const one of [element, ...element.children]) watch.observe(one)
    element.addEventListener('scroll', show, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', show)
    }
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another entry then
  useLayoutEffect(() => {
    const element = row.current
    const entry = element?.querySelector<HTMLElement>(current)
    if (!element || !entry) return
    const [from, to] = [entry.offsetLeft - element.offsetLeft, element.scrollLeft]
    // The neighbors should be visible too, to show that there is more.
    const isInView = from - around >= to && from + entry.offsetWidth + around <= to + element.clientWidth
    if (!isInView) element.scrollTo({ left: from - (element.clientWidth - entry.offsetWidth) / 2 })
  }, [row, current, name])
}

const slack = 2
const around = 40
