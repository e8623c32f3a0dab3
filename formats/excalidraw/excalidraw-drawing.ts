// The elements of an Excalidraw file. Every field that is used is checked here, so that later code does not have to.

import type { BoardBuilder } from '../board-builder.ts'
import type { PlacedBox } from '../board-content.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText } from '../parse-json.ts'

export interface Element extends PlacedBox {
  readonly id: string
  readonly type: string
  /** Degrees clockwise. */
  readonly rotation: number
  readonly isLocked: boolean
  /** 0 to 1. */
  readonly opacity: number
  /** The innermost first. */
  readonly groupIds: readonly string[]
  /** The element that a text belongs to. */
  readonly containerId: string | null
  readonly raw: JsonObject
}

export interface Drawing {
  readonly elements: readonly Element[]
  readonly byId: ReadonlyMap<string, Element>
  /** The text of an element, by the element's id. */
  readonly boundTexts: ReadonlyMap<string, Element>
  readonly refs: ReadonlyMap<Element, string>
  readonly files: JsonObject
  readonly builder: BoardBuilder
}

/** Leaves out deleted elements, which stay in files until they are saved again. */
export const elementsIn = (list: readonly unknown[]): Element[] =>
  list.flatMap((raw, index) => (isObject(raw) && own(raw, 'isDeleted') !== true ? [elementOf(raw, index)] : []))

function elementOf(raw: JsonObject, index: number): Element {
  const container = own(raw, 'containerId')
  return {
    id: ownText(raw, 'id') || `#${index}`,
    type: ownText(raw, 'type'),
    x: ownNumber(raw, 'x'),
    y: ownNumber(raw, 'y'),
    width: Math.abs(ownNumber(raw, 'width')),
    height: Math.abs(ownNumber(raw, 'height')),
    rotation: degrees(ownNumber(raw, 'angle')),
    isLocked: own(raw, 'locked') === true,
    opacity: Math.min(1, Math.max(0, ownNumber(raw, 'opacity', 100) / 100)),
    groupIds: ownList(raw, 'groupIds').filter(id => typeof id === 'string'),
    containerId: typeof container === 'string' ? container : null,
    raw,
  }
}

const degrees = (radians: number) => {
  const turned = ((radians * 180) / Math.PI) % 360
  return Math.round(100 * (turned < 0 ? turned + 360 : turned)) / 100
}

/** Moves the elements to another place, as a group of their own. */
export function moveElement(element: Element, byX: number, byY: number, prefix: string): Element {
  const addPrefix = (id: string | null) => (id === null ? null : prefix + id)
  const binding = (name: string) => {
    const bound = own(element.raw, name)
    return isObject(bound) ? { [name]: { ...bound, elementId: prefix + ownText(bound, 'elementId') } } : {}
  }
  return {
    ...element,
    id: prefix + element.id,
    containerId: addPrefix(element.containerId),
    x: element.x + byX,
    y: element.y + byY,
    groupIds: [prefix],
    raw: { ...element.raw, ...binding('startBinding'), ...binding('endBinding') },
  }
}
