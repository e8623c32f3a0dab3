// Observes a canvas and its screen. Each function returns how to stop.

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

/** The window may be moved to a screen with another resolution. */
export function watchPixelRatio(listener: () => void): () => void {
  const closing = new AbortController()
  const watch = () => {
    const sameRatio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const onChange = () => {
      watch()
      listener()
    }
    sameRatio.addEventListener('change', onChange, { once: true, signal: closing.signal })
  }
  watch()
  return () => closing.abort()
}

/** Text painted with a fallback font is repainted when its font is loaded. */
export function watchFonts(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener)
  // Almost every board has notes, so their font is loaded together with the objects.
  document.fonts.load('16px "Exo 2"').catch(() => {})
  return () => document.fonts.removeEventListener('loadingdone', listener)
}

/** The GPU may lose the pixels of a canvas. */
export function watchContextRestore(canvas: HTMLCanvasElement, listener: () => void): () => void {
  canvas.addEventListener('contextrestored', listener)
  return () => canvas.removeEventListener('contextrestored', listener)
}

/** A pointer press, a key press or a drop. */
export function watchInput(element: HTMLElement, listener: () => void): () => void {
  const events = ['pointerdown', 'keydown', 'drop']
  for (const event of events) element.addEventListener(event, listener)
  return () => {
    for (const event of events) element.removeEventListener(event, listener)
  }
}
