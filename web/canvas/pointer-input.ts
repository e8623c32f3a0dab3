// Listens to the canvas and passes pointers to the gestures, and wheel and keys to the camera.

import type { Camera, Point } from '@tessera/drawing'
import { screenToBoard } from './camera.ts'
import { type CameraMove, cameraMoveFor } from './camera-keys.ts'
import { createGestures, type Gestures } from './gestures.ts'
import type { Tool, ToolPointer } from './tool.ts'
import { interpretWheel } from './wheel.ts'

export interface PointerHost {
  camera(): Camera
  tool(): Tool | null
  isZoomWheel(): boolean
  pan(byX: number, byY: number): void
  zoom(about: Point, factor: number): void
  /** Called for a key that moves the camera. */
  move(move: CameraMove): void
}

export interface PointerInput {
  /** Asks the tool for its cursor. */
  updateCursor(): void
  /** Cancels the gesture in progress, like Escape. */
  cancel(): void
  /** The position of the mouse or pen on the screen; null if it is not over the board. */
  readonly hovering: Point | null
  close(): void
}

export function listenToPointers(element: HTMLElement, host: PointerHost): PointerInput {
  return new Listener(element, host)
}

const doubleClickMs = 400
/** Taps with a thumb never hit exactly the same spot. */
const doubleClickDistance = { mouse: 8, pen: 16, touch: 28 } as const

class Listener implements PointerInput {
  hovering: Point | null = null
  readonly #element: HTMLElement
  readonly #host: PointerHost
  readonly #gestures: Gestures<ToolPointer>
  readonly #closing = new AbortController()
  #lastHover: ToolPointer | null = null
  #cursor = ''
  #clicked: ToolPointer | null = null

  constructor(element: HTMLElement, host: PointerHost) {
    this.#element = element
    this.#host = host
    this.#gestures = createGestures<ToolPointer>({
      offer: sample => host.tool()?.down(sample) ?? false,
      toolMove: sample => host.tool()?.move?.(sample),
      toolUp: sample => host.tool()?.up?.(sample),
      toolCancel: () => host.tool()?.cancel?.(),
      pan: (byX, byY) => host.pan(byX, byY),
      pinch: (about, factor) => host.zoom(about, factor),
    })
    this.#listen()
  }

  updateCursor() {
    const isPanning = this.#gestures.state === 'pan'
    if (isPanning) this.#show('grabbing')
    else if (this.#gestures.isHandHeld) this.#show('grab')
    else if (this.#gestures.state === 'idle') this.#show(this.#host.tool()?.hover?.(this.#lastHover) ?? '')
  }

  cancel() {
    this.#gestures.cancel()
  }

  close() {
    this.#gestures.cancel()
    this.#closing.abort()
  }

  #listen() {
    const element = this.#element
    const options = { signal: this.#closing.signal }
    element.addEventListener('pointerdown', event => this.#down(event), options)
    // Two clicks with another one elsewhere in between are not a double-click.
    window.addEventListener('pointerdown', event => this.#pressedElsewhere(event), { ...options, capture: true })
    element.addEventListener('pointermove', event => this.#move(event), options)
    element.addEventListener('pointerup', event => this.#up(event), options)
    element.addEventListener('pointercancel', event => this.#gestures.cancel(event.pointerId), options)
    element.addEventListener('lostpointercapture', event => this.#gestures.cancel(event.pointerId), options)
    element.addEventListener('pointerleave', () => this.#leave(), options)
    // After a touch the browser emulates a mouse click, which would take the focus from what the touch has opened.
    element.addEventListener('touchend', event => event.preventDefault(), { ...options, passive: false })
    element.addEventListener('wheel', event => this.#turn(event), { ...options, passive: false })
    // Safari reports a trackpad pinch by its own events, and would zoom the page.
    element.addEventListener('gesturestart', event => event.preventDefault(), options)
    element.addEventListener('keydown', event => this.#press(event), options)
    window.addEventListener('keydown', event => this.#hold(event, true), options)
    window.addEventListener('keyup', event => this.#hold(event, false), options)
    window.addEventListener('blur', () => this.#holdHand(false), options)
  }

  #down(event: PointerEvent) {
    // The middle button would start the browser's autoscroll.
    if (event.button === 1) event.preventDefault()
    this.#element.focus({ preventScroll: true })
    this.#element.setPointerCapture(event.pointerId)
    const pointer = this.#pointer(event)
    this.#gestures.down({ ...pointer, clicks: this.#countClicks(pointer) })
    this.updateCursor()
  }

  #pressedElsewhere({ target }: PointerEvent) {
    if (target !== this.#element) this.#clicked = null
  }

  #move(event: PointerEvent) {
    const pointer = this.#pointer(event)
    this.#gestures.move(pointer)
    if (event.pointerType === 'touch' || this.#gestures.state !== 'idle') return
    this.hovering = { x: pointer.x, y: pointer.y }
    this.#lastHover = pointer
    this.updateCursor()
  }

  #up(event: PointerEvent) {
    const pointer = this.#pointer(event)
    // A drag is not the first half of a double-click.
    if (this.#clicked && !this.#isSamePlace(this.#clicked, pointer)) this.#clicked = null
    this.#gestures.up(pointer)
    this.updateCursor()
  }

  #leave() {
    this.hovering = null
    this.#lastHover = null
    if (this.#gestures.state === 'idle') this.updateCursor()
  }

  #turn(event: WheelEvent) {
    event.preventDefault()
    const meaning = interpretWheel(event, this.#element.clientHeight, this.#host.isZoomWheel())
    if ('zoomBy' in meaning) this.#host.zoom(this.#placeOf(event), meaning.zoomBy)
    else this.#host.pan(meaning.panX, meaning.panY)
  }

  #press(event: KeyboardEvent) {
    if (event.defaultPrevented) return
    if (event.key === 'Escape' && this.#gestures.state === 'tool') {
      this.#gestures.cancel()
      return event.preventDefault()
    }
    const move = cameraMoveFor(event)
    if (!move) return
    event.preventDefault()
    this.#host.move(move)
  }

  #hold(event: KeyboardEvent, isDown: boolean) {
    if (event.code !== 'Space') return
    const { activeElement, body } = document
    const isHere = activeElement === this.#element || activeElement === body || activeElement === null
    if (isDown && (!isHere || event.defaultPrevented)) return
    if (isDown) event.preventDefault()
    this.#holdHand(isDown)
  }

  #holdHand(isHeld: boolean) {
    if (this.#gestures.isHandHeld === isHeld) return
    this.#gestures.isHandHeld = isHeld
    this.updateCursor()
  }

  #countClicks(pointer: ToolPointer): number {
    const clicked = this.#clicked
    const isRepeated =
      clicked !== null &&
      clicked.button === pointer.button &&
      pointer.timeMs - clicked.timeMs < doubleClickMs &&
      this.#isSamePlace(clicked, pointer)
    const clicks = isRepeated ? clicked.clicks + 1 : 1
    this.#clicked = { ...pointer, clicks }
    return clicks
  }

  #isSamePlace(one: ToolPointer, other: ToolPointer): boolean {
    return Math.hypot(other.x - one.x, other.y - one.y) < doubleClickDistance[other.pointerType]
  }

  #show(cursor: string) {
    if (cursor === this.#cursor) return
    this.#cursor = cursor
    this.#element.style.cursor = cursor
  }

  #placeOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.#element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #pointer(event: PointerEvent): ToolPointer {
    const place = this.#placeOf(event)
    const camera = this.#host.camera()
    const all = event.getCoalescedEvents?.() ?? []
    const trail = (all.length > 0 ? all : [event]).map(each => ({
      ...screenToBoard(camera, this.#placeOf(each)),
      pressure: each.pressure || 0.5,
    }))
    return {
      ...place,
      id: event.pointerId,
      pointerType: event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse',
      button: event.button,
      timeMs: event.timeStamp,
      point: screenToBoard(camera, place),
      pressure: event.pressure || 0.5,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      modKey: event.ctrlKey || event.metaKey,
      clicks: 1,
      trail,
      event,
    }
  }
}
