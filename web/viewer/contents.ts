// The contents panel with the texts of the board: toggled by its button, closed with Escape. Its entries lead to their
// objects, see go-to-object.ts.

import './contents.css'
import type { Box } from '@tessera/drawing'
import { isNarrow } from '../ui/is-narrow.ts'

export interface ContentsEntry {
  readonly id: string
  readonly box: Box
  readonly text: string
}

export interface Contents {
  /** The width it covers on the left; 0 on a phone, where it is a bottom sheet. */
  readonly coveredWidth: number
  onToggle(listener: () => void): void
  /** Called with the chosen entry. Before there is a listener, the hash of the URL records the choice. */
  onChoose(listener: (place: ContentsEntry) => void): void
  find(id: string): ContentsEntry | null
  /** Marks the entry whose object is shown. */
  setCurrent(id: string | null): void
  /** Closes the panel on a phone, where it covers the object. Returns whether it did. */
  makeRoom(): boolean
}

export function startContents(): Contents {
  const panel = byId('contents')
  const button = byId('contents-button')
  const toggleListeners = new Set<() => void>()
  const isOpen = () => panel.classList.contains('is-open')
  const show = (isShown: boolean) => {
    panel.classList.toggle('is-open', isShown)
    button.setAttribute('aria-expanded', String(isShown))
    for (const notify of toggleListeners) notify()
  }
  button.addEventListener('click', () => {
    show(!isOpen())
    if (isOpen()) (current(panel) ?? byId('contents-close')).focus()
  })
  const close = () => {
    show(false)
    button.focus()
  }
  byId('contents-close').addEventListener('click', close)
  panel.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
  })
  return {
    get coveredWidth() {
      return isOpen() && !isNarrow() ? panel.getBoundingClientRect().right : 0
    },
    onToggle: listener => toggleListeners.add(listener),
    onChoose(listener) {
      panel.addEventListener('click', event => {
        const place = entryOf((event.target as HTMLElement).closest<HTMLElement>('.viewer-go'))
        if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        listener(place)
      })
    },
    find: id => entryOf(panel.querySelector(`.viewer-go[href="#${id}"]`)),
    setCurrent(id) {
      current(panel)?.removeAttribute('aria-current')
      if (id) panel.querySelector(`.viewer-go[href="#${id}"]`)?.setAttribute('aria-current', 'location')
    },
    makeRoom() {
      if (!isOpen() || !isNarrow()) return false
      show(false)
      return true
    },
  }
}

const current = (panel: HTMLElement) => panel.querySelector<HTMLElement>('[aria-current]')

function entryOf(link: HTMLElement | null): ContentsEntry | null {
  if (!link) return null
  const [x = 0, y = 0, width = 0, height = 0] = (link.dataset.box ?? '').split(',').map(Number)
  const text = (link.querySelector('.viewer-text') ?? link).textContent ?? ''
  return { id: (link.getAttribute('href') ?? '').slice(1), box: { x, y, width, height }, text }
}

const byId = (id: string) => document.getElementById(id) as HTMLElement
