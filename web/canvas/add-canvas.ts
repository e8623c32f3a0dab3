// The canvas element of a board: it fills its container, takes the focus, and leaves all gestures to the board.

export function addCanvas(container: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'board'
  canvas.tabIndex = 0
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  Object.assign(canvas.style, { touchAction: 'none', userSelect: 'none', outline: 'none' })
  container.append(canvas)
  return canvas
}
