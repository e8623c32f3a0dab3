// The elements of an Excalidraw file while it is written.

import type { Box } from '@tessera/drawing/drawable'

export type WrittenElement = Record<string, unknown> & {
  id: string
  boundElements: { id: string; type: string }[] | null
}

export interface ElementStyle {
  readonly strokeColor?: string
  readonly backgroundColor?: string
  readonly strokeWidth?: number
  readonly strokeStyle?: string
  readonly opacity?: number
  readonly rotation?: number
  readonly isLocked?: boolean
  readonly groupIds?: readonly string[]
}

export class Sketch {
  readonly #slots: (WrittenElement[] | null)[] = []
  readonly #slotOf = new Map<WrittenElement, WrittenElement[]>()
  readonly #reserved = new Map<string, number>()
  readonly #byId = new Map<string, WrittenElement>()
  readonly #frames: WrittenElement[] = []
  readonly #files: Record<string, unknown> = {}
  #count = 0

  add(
    type: string,
    id: string,
    box: Box,
    style: ElementStyle,
    more: Readonly<Record<string, unknown>> = {},
  ): WrittenElement {
    const element = this.#element(type, id, box, style, more)
    this.#slots.push(this.#slot(element))
    return element
  }

  /** Frames come last, after what they contain. */
  addFrame(id: string, box: Box, style: ElementStyle, name: string): void {
    this.#frames.push(this.#element('frame', id, box, style, { name }))
  }

  addFile(id: string, mime: string, bytes: Uint8Array): void {
    const dataURL = `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
    this.#files[id] = { id, mimeType: mime, dataURL, created: 1, lastRetrieved: 1 }
  }

  /** Keeps a place in the stack for an element that is added later. */
  reserve(id: string): void {
    this.#reserved.set(id, this.#slots.length)
    this.#slots.push(null)
  }

  addReserved(
    type: string,
    id: string,
    box: Box,
    style: ElementStyle,
    more: Readonly<Record<string, unknown>>,
  ): WrittenElement {
    const element = this.#element(type, id, box, style, more)
    this.#slots[this.#reserved.get(id) as number] = this.#slot(element)
    return element
  }

  /** Elements above the one given, in the same place of the stack. */
  addAbove(
    below: WrittenElement,
    type: string,
    id: string,
    box: Box,
    style: ElementStyle,
    more: Readonly<Record<string, unknown>>,
  ) {
    const element = this.#element(type, id, box, style, more)
    this.#slotOf.get(below)?.push(element)
    return element
  }

  find(id: string): WrittenElement | null {
    return this.#byId.get(id) ?? null
  }

  finish(): { elements: WrittenElement[]; files: Record<string, unknown> } {
    const elements = this.#slots.flatMap(slot => slot ?? [])
    for (const element of elements) element.frameId = frameAround(element, this.#frames)?.id ?? null
    return { elements: [...elements, ...this.#frames], files: this.#files }
  }

  #slot(element: WrittenElement): WrittenElement[] {
    const slot = [element]
    this.#slotOf.set(element, slot)
    return slot
  }

  #element(
    type: string,
    id: string,
    box: Box,
    style: ElementStyle,
    more: Readonly<Record<string, unknown>>,
  ): WrittenElement {
    this.#count += 1
    const element: WrittenElement = {
      id,
      type,
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
      angle: ((style.rotation ?? 0) * Math.PI) / 180,
      strokeColor: style.strokeColor ?? '#1e1e1e',
      backgroundColor: style.backgroundColor ?? 'transparent',
      fillStyle: 'solid',
      strokeWidth: style.strokeWidth ?? 2,
      strokeStyle: style.strokeStyle ?? 'solid',
      roughness: 0,
      opacity: style.opacity ?? 100,
      groupIds: style.groupIds ?? [],
      frameId: null,
      index: null,
      roundness: null,
      // Fixed numbers, so that equal boards are equal files.
      seed: this.#count,
      version: 1,
      versionNonce: this.#count,
      isDeleted: false,
      boundElements: null,
      updated: 1,
      link: null,
      locked: style.isLocked ?? false,
      ...more,
    }
    this.#byId.set(id, element)
    return element
  }
}

/** Records on the element that another one is bound to it. */
export function bind(element: WrittenElement, id: string, type: 'text' | 'arrow'): void {
  element.boundElements = [...(element.boundElements ?? []), { id, type }]
}

/** The smallest frame that contains the element as a whole: a frame hides what lies outside of it. */
function frameAround(element: WrittenElement, frames: readonly WrittenElement[]): WrittenElement | null {
  const [x, y, width, height] = boxOf(element)
  let best: WrittenElement | null = null
  for (const frame of frames) {
    const [left, top, w, h] = boxOf(frame)
    const isInside = x >= left && y >= top && x + width <= left + w && y + height <= top + h
    if (isInside && (best === null || w * h < (best.width as number) * (best.height as number))) best = frame
  }
  return best
}

const boxOf = ({ x, y, width, height }: WrittenElement) => [x, y, width, height] as [number, number, number, number]
