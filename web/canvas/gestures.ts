// Decides what each pointer does: pan, pinch, or use the current tool. A state machine without a screen;
// pointer-input.ts feeds it and executes the results. The tool is offered every pointer, except: the middle button, any
// pointer while Space is held, the second finger of a pinch, and fingers while a pen is in use, because those are palms
// or pan.

import type { Point } from '@tessera/drawing'

export interface PointerSample extends Point {
  readonly id: number
  readonly pointerType: 'mouse' | 'pen' | 'touch'
  /** As in PointerEvent: 0 primary, 1 middle, 2 secondary. */
  readonly button: number
  readonly timeMs: number
}

export interface GestureHost<S extends PointerSample> {
  /** Whether the tool uses the pointer. If not, the pointer pans, unless it is the secondary button. */
  offer(sample: S): boolean
  toolMove(sample: S): void
  toolUp(sample: S): void
  toolCancel(): void
  pan(byX: number, byY: number): void
  /** Zooms around the point. */
  pinch(about: Point, factor: number): void
}

export interface Gestures<S extends PointerSample> {
  readonly state: GestureState
  /** While Space is held, every pointer pans. */
  isHandHeld: boolean
  down(sample: S): void
  move(sample: S): void
  up(sample: S): void
  /** The system canceled the pointer, or the user pressed Escape. */
  cancel(id?: number): void
}

export type GestureState = 'idle' | 'tool' | 'pan' | 'pinch'

export function createGestures<S extends PointerSample>(host: GestureHost<S>): Gestures<S> {
  return new GestureMachine(host)
}

/** A finger that has used the tool no longer and no further than this can become part of a pinch. */
const youngMs = 300
const youngDistance = 14
/** A palm may rest on the screen for a while after the pen was lifted. */
export const palmMs = 700

class GestureMachine<S extends PointerSample> implements Gestures<S> {
  state: GestureState = 'idle'
  isHandHeld = false
  readonly #host: GestureHost<S>
  /** The active pointers with their last positions. The first one pans or uses the tool. */
  readonly #active = new Map<number, S>()
  #started: S | null = null
  #hasSeenPen = false
  #lastPenMs = -Infinity

  constructor(host: GestureHost<S>) {
    this.#host = host
  }

  down(sample: S) {
    if (sample.pointerType === 'pen') this.#penDown(sample)
    else if (sample.pointerType === 'touch') this.#fingerDown(sample)
    else if (this.state === 'idle') this.#begin(sample)
  }

  move(sample: S) {
    const before = this.#active.get(sample.id)
    if (sample.pointerType === 'pen') this.#lastPenMs = sample.timeMs
    if (!before) return
    if (this.state === 'tool') this.#host.toolMove(sample)
    else if (this.state === 'pan') this.#host.pan(sample.x - before.x, sample.y - before.y)
    else if (this.state === 'pinch') this.#pinchTo(before, sample)
    this.#active.set(sample.id, sample)
  }

  up(sample: S) {
    if (sample.pointerType === 'pen') this.#lastPenMs = sample.timeMs
    if (!this.#active.delete(sample.id)) return
    if (this.state === 'tool') this.#host.toolUp(sample)
    // The remaining finger keeps panning; it never starts the tool.
    this.state = this.state === 'pinch' && this.#active.size > 0 ? 'pan' : 'idle'
  }

  cancel(id?: number) {
    if (id !== undefined && !this.#active.has(id)) return
    if (this.state === 'tool') this.#host.toolCancel()
    this.#active.clear()
    this.state = 'idle'
  }

  #penDown(sample: S) {
    this.#hasSeenPen = true
    this.#lastPenMs = sample.timeMs
    if (this.state === 'tool') return
    this.cancel()
    this.#begin(sample)
  }

  #fingerDown(sample: S) {
    const isPalm = sample.timeMs - this.#lastPenMs < palmMs
    if (isPalm) return
    if (this.state === 'idle') return this.#begin(sample)
    if (this.#active.size > 1 || this.#firstPointerType() !== 'touch') return
    if (this.state === 'tool') {
      if (!this.#isYoung(sample)) return
      this.#host.toolCancel()
    }
    this.#active.set(sample.id, sample)
    this.state = 'pinch'
  }

  #begin(sample: S) {
    const isPan = this.isHandHeld || sample.button === 1 || (sample.pointerType === 'touch' && this.#hasSeenPen)
    if (!isPan && this.#host.offer(sample)) this.state = 'tool'
    else if (sample.button !== 2) this.state = 'pan'
    else return
    this.#started = sample
    this.#active.set(sample.id, sample)
  }

  #firstPointerType() {
    for (const { pointerType } of this.#active.values()) return pointerType
    return null
  }

  #isYoung({ timeMs }: S): boolean {
    const started = this.#started
    const now = started && this.#active.get(started.id)
    if (!started || !now) return false
    const distance = Math.hypot(now.x - started.x, now.y - started.y)
    return distance <= youngDistance || timeMs - started.timeMs <= youngMs
  }

  #pinchTo(before: S, after: S) {
    const [first, second] = this.#active.values()
    const other = first?.id === after.id ? second : first
    if (!other) return
    const [from, to] = [middle(before, other), middle(after, other)]
    const [was, is] = [distance(before, other), distance(after, other)]
    this.#host.pan(to.x - from.x, to.y - from.y)
    if (was > 1 && is > 1) this.#host.pinch(to, is / was)
  }
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
