// What the wheel does: pan, horizontally with Shift, or zoom with Control. Browsers also report a trackpad pinch that
// way.

export interface WheelInput {
  readonly deltaX: number
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

export type WheelAction = { readonly zoomBy: number } | { readonly panX: number; readonly panY: number }

export function interpretWheel(turn: WheelInput, pageHeight: number, isZoomWheel = false): WheelAction {
  const unit = [1, lineHeight, pageHeight][turn.deltaMode] ?? 1
  const [x, y] = [turn.deltaX * unit, turn.deltaY * unit]
  if (turn.ctrlKey || turn.metaKey || (isZoomWheel && isNotched(turn))) return { zoomBy: zoomFactor(y) }
  // Most browsers leave swapping the axes to the page; Firefox on Linux and Windows swaps them itself.
  if (turn.shiftKey && x === 0) return { panX: -y, panY: 0 }
  return { panX: -x, panY: -y }
}

const lineHeight = 20

/** A notch of a mouse wheel zooms by a fifth; the small deltas of a pinch add up to the movement of the fingers. */
const zoomFactor = (delta: number) => Math.exp(-Math.sign(delta) * Math.min(Math.abs(delta), 20) * 0.0092)

/** A mouse wheel reports large steps along one axis; a trackpad rarely does both. */
const isNotched = ({ deltaX, deltaY, deltaMode }: WheelInput) =>
  deltaX === 0 && (deltaMode === 1 || (Math.abs(deltaY) >= 50 && Number.isInteger(deltaY)))
