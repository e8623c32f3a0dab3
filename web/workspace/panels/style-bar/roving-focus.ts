// A row or grid of buttons that is one tab stop: arrow keys, Home and End move between them.

import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

export function useRovingFocus(container: RefObject<HTMLElement | null>) {
  // After every render: buttons come and go with the selection.
  useLayoutEffect(() => settle(container.current, null))
  return {
    onFocus: ({ target }: FocusEvent) => settle(container.current, target),
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = buttonAfter(event.key, buttonsIn(container.current), document.activeElement)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      next.focus()
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}

const buttonsIn = (container: HTMLElement | null): HTMLElement[] =>
  Array.from(container?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []).filter(
    button => button.offsetParent !== null,
  )

/** The focused button is the tab stop; if none is focused, it is the pressed one, or the first. */
function settle(container: HTMLElement | null, focused: Element | null): void {
  const buttons = buttonsIn(container)
  const stop =
    buttons.find(button => button === focused) ??
    buttons.find(button => button.getAttribute('tabindex') === '0') ??
    buttons.find(button => button.ariaPressed === 'true') ??
    buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
}

function buttonAfter(key: string, buttons: readonly HTMLElement[], from: Element | null): HTMLElement | undefined {
  const at = buttons.indexOf(from as HTMLElement)
  if (at < 0) return undefined
  if (key === 'Home') return buttons[0]
  if (key === 'End') return buttons.at(-1)
  if (key === 'ArrowRight') return buttons[(at + 1) % buttons.length]
  if (key === 'ArrowLeft') return buttons[(at - 1 + buttons.length) % buttons.length]
  if (key === 'ArrowDown' || key === 'ArrowUp') return findInNextRow(buttons, at, key === 'ArrowDown' ? 1 : -1)
  return undefined
}

/** The nearest button of the next row; in a single row the next one. */
function findInNextRow(buttons: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const middles = buttons.map(button => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return { button, x: x + width / 2, y: (y + height / 2) * step }
  })
  const here = middles[at] as (typeof middles)[number]
  const rows = middles.filter(({ y }) => y > here.y + 4)
  const away = ({ x, y }: { x: number; y: number }) => 4 * (y - here.y) + Math.abs(x - here.x)
  const [nearest] = rows.sort((one, other) => away(one) - away(other))
  const isSingleRow = middles.every(({ y }) => Math.abs(y - here.y) <= 4)
  return isSingleRow ? buttons[(at + step + buttons.length) % buttons.length] : nearest?.button
}
