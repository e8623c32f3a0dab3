// The panel with what is written on the board: shown and hidden by its button, closed with Escape.

import './contents.css'

export function startContents(): void {
  const panel = document.getElementById('contents') as HTMLElement
  const button = document.getElementById('contents-button') as HTMLElement
  const show = (isShown: boolean) => {
    panel.classList.toggle('is-open', isShown)
    button.setAttribute('aria-expanded', String(isShown))
  }
  button.addEventListener('click', () => {
    const isShown = !panel.classList.contains('is-open')
    show(isShown)
    if (isShown) document.getElementById('contents-close')?.focus()
  })
  const close = () => {
    show(false)
    button.focus()
  }
  document.getElementById('contents-close')?.addEventListener('click', close)
  panel.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
  })
}
