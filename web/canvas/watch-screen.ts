// What happens to a canvas besides what is painted on it. Each answers how to stop watching.

import type { Size } from './camera.ts'

export function watchSize(element: HTMLElement, listener: (size: Size) => void): () => void {
  let [width, height] = [element.clientWidth, element.clientHeight]
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width && element.clientHeight === height) return
    width = element.clientWidth
    height = element.clientHeight
    listener({ width, height })
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** A window may be moved to a screen with finer pixels. */
export function watchPixelRatio(listener: () => void): () => void {
  const closing = new AbortController()
  const watch = () => {
    const sameRatio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const hear = () => {
      watch()
      listener()
    }
    sameRatio.addEventListener('change', hear, { once: true, signal: closing.signal })
  }
  watch()
  return () => closing.abort()
}

/** Letters that were painted with a stand-in are to be painted anew when their font has come. */
export function watchFonts(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener)
  // Almost every board has notes: their font is fetched while the objects are on their way.
  document.fonts.load('16px "Exo 2"').catch(() => {})
  return () => document.fonts.removeEventListener('loadingdone', listener)
}

/** A graphics card may lose what was painted. */
export function watchContextRestore(canvas: HTMLCanvasElement, listener: () => void): () => void {
  canvas.addEventListener('contextrestored', listener)
  return () => canvas.removeEventListener('contextrestored', listener)
}

/** A press, a key or something dropped. */
export function watchInput(element: HTMLElement, listener: () => void): () => void {
  const events = ['pointerdown', 'keydown', 'drop']
  for (const event of events) element.addEventListener(event, listener)
  return () => {
    for (const event of events) element.removeEventListener(event, listener)
  }
}
