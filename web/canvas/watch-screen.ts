// What happens to a canvas besides what is painted on it. Each answers how to stop watching.

import type { Size } from './camera.ts'

export function watchSize(element: HTMLElement, tell: (size: Size) => void): () => void {
  let [width, height] = [element.clientWidth, element.clientHeight]
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width && element.clientHeight === height) return
    width = element.clientWidth
    height = element.clientHeight
    tell({ width, height })
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** A window may be moved to a screen with finer pixels. */
export function watchPixelRatio(tell: () => void): () => void {
  const closing = new AbortController()
  const watch = () => {
    const sameRatio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const hear = () => {
      watch()
      tell()
    }
    sameRatio.addEventListener('change', hear, { once: true, signal: closing.signal })
  }
  watch()
  return () => closing.abort()
}

/** Letters that were painted with a stand-in are to be painted anew when their font has come. */
export function watchFonts(tell: () => void): () => void {
  document.fonts.addEventListener('loadingdone', tell)
  // Almost every board has notes: their font is fetched while the objects are on their way.
  document.fonts.load('16px "Exo 2"').catch(() => {})
  return () => document.fonts.removeEventListener('loadingdone', tell)
}

/** A graphics card may lose what was painted. */
export function watchLoss(canvas: HTMLCanvasElement, tell: () => void): () => void {
  canvas.addEventListener('contextrestored', tell)
  return () => canvas.removeEventListener('contextrestored', tell)
}

/** A press, a key or something dropped. */
export function watchUse(element: HTMLElement, tell: () => void): () => void {
  const events = ['pointerdown', 'keydown', 'drop']
  for (const event of events) element.addEventListener(event, tell)
  return () => {
    for (const event of events) element.removeEventListener(event, tell)
  }
}
