// What elements of several types have in common.

import { ownText } from '../parse-json.ts'
import type { Drawing, Element } from './excalidraw-drawing.ts'

/** The fields that every object has. */
export function placeFields(element: Element, drawing: Drawing) {
  const { groupIds } = element
  if (groupIds.length > 1) drawing.builder.report.adapt('group_flattened', refOf(element, drawing))
  return { ref: refOf(element, drawing), group: groupIds.at(-1) }
}

export const refOf = (element: Element, { refs }: Drawing) => refs.get(element) as string

export const lineStyleOf = (raw: unknown) => {
  const style = ownText(raw, 'strokeStyle')
  return style === 'dashed' || style === 'dotted' ? style : 'solid'
}

export function labelOf(element: Element, drawing: Drawing): string {
  const text = drawing.boundTexts.get(element.id)
  return text ? ownText(text.raw, 'originalText') || ownText(text.raw, 'text') : ''
}

export function reportLostLink(element: Element, drawing: Drawing): void {
  if (ownText(element.raw, 'link') !== '') drawing.builder.report.leaveOut('link_left_out', refOf(element, drawing))
}
