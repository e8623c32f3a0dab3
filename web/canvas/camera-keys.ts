// The keys that move the camera, if nothing else handled the key.

export type CameraMove =
  | { readonly pan: readonly [x: number, y: number] }
  | { readonly zoom: number }
  | { readonly to: 'fit' | 'actual' }

export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

export function cameraMoveFor({ key, code, shiftKey, ctrlKey, metaKey, altKey }: PressedKey): CameraMove | null {
  if (altKey) return null
  const step = shiftKey ? 400 : 80
  const pan = directions[key]
  const isMod = ctrlKey || metaKey
  if (pan && !isMod) return { pan: [pan[0] * step, pan[1] * step] }
  if (key === '+' || key === '=') return { zoom: zoomStep }
  if (key === '-' || key === '_') return { zoom: 1 / zoomStep }
  if (key === '0' && isMod) return { to: 'actual' }
  if (!isMod && shiftKey && code === 'Digit0') return { to: 'actual' }
  if (!isMod && shiftKey && code === 'Digit1') return { to: 'fit' }
  return null
}

export const zoomStep = 1.25

/** The board moves against the direction of the key. */
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 6],
  PageDown: [0, -6],
}
