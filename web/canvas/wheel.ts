// What a turn of the wheel means: pan, sideways with Shift; zoom with Control, which is also how browsers tell a pinch on a
// trackpad.

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
  // Browsers other than Firefox on Linux and Windows leave the turning of the axes to us.
  if (turn.shiftKey && x === 0) return { panX: -y, panY: 0 }
  return { panX: -x, panY: -y }
}

const lineHeight = 20

/** A notch of a mouse wheel zooms by a fifth; the small turns of a pinch add up to what the fingers did. */
const zoomFactor = (delta: number) => Math.exp(-Math.sign(delta) * Math.min(Math.abs(delta), 20) * 0.0092)

/** A wheel with notches turns far at once and straight; a trackpad never does both for long. */
const isNotched = ({ deltaX, deltaY, deltaMode }: WheelInput) =>
  deltaX === 0 && (deltaMode === 1 || (Math.abs(deltaY) >= 50 && Number.isInteger(deltaY)))
