// Closes the download menu after a choice, on Escape, and on a press elsewhere. Opening it needs no script.

export function openDownloadMenu(): void {
  const menu = document.getElementById('download')
  if (!(menu instanceof HTMLDetailsElement)) return
  const close = () => {
    menu.open = false
  }
  menu.addEventListener('click', event => (event.target as Element).closest('a') && close())
  menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menu.open) return
    event.stopPropagation()
    close()
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('pointerdown', event => menu.contains(event.target as Node) || close())
}
