// Text inside SVG files: the content of a `metadata` element with an id, which any program that shows the picture skips.

import { escapeXml } from '@tessera/drawing/svg-markup'

export const svgTextElement = (id: string, text: string): string =>
  `<metadata id="${escapeXml(id)}">${escapeXml(text)}</metadata>`

/** The text with the id, or null if there is none or it is longer than `maxBytes`. */
export function readSvgText(svg: string, id: string, maxBytes: number): string | null {
  const start = `<metadata id="${escapeXml(id)}">`
  const from = svg.indexOf(start)
  const to = from < 0 ? -1 : svg.indexOf('</metadata>', from)
  if (to < 0 || to - from > maxBytes) return null
  return svg.slice(from + start.length, to).replace(/&(amp|lt|gt|quot);/g, entity => characters[entity] as string)
}

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
