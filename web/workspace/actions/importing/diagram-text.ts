// Recognizes a diagram in pasted text, so that it is imported instead of becoming a note.

import { type Format, type FormatRow, formats } from '@tessera/contract/formats'

const svgMarkers = Object.values<FormatRow>(formats).flatMap(({ embedded }) => embedded?.svgMarker ?? [])

/** Whether an SVG contains the objects of a board. */
export const carriesBoard = (svg: string): boolean => svgMarkers.some(marker => svg.includes(marker))

const starts: Partial<Record<Format, RegExp>> = {
  excalidraw: /^\{\s*"type":\s*"excalidraw/,
  mermaid: /^(flowchart|graph) +(TB|TD|BT|RL|LR)\b/,
  svg: /^<(\?xml|svg)/,
}

/** Null if it is not a diagram. */
export function formatOfText(text: string): Format | null {
  const format = (Object.keys(starts) as Format[]).find(name => starts[name]?.test(text)) ?? null
  return format === 'svg' && !carriesBoard(text) ? null : format
}
