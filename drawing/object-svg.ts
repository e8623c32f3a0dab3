// One object as an SVG image of its own: upright and unscaled, in the light theme, as large as its frame. Fonts are named,
// not embedded, and pictures are left out: for formats that have no equal of the object's kind.

import type { Drawable } from './drawable.ts'
import { themes } from './palette.ts'
import { rendererOf } from './renderers.ts'
import { SvgDefinitions } from './svg-definitions.ts'
import { escapeXml } from './svg-markup.ts'
import { SvgSurface } from './svg-surface.ts'

export function objectSvg(object: Drawable): string {
  const renderer = rendererOf(object)
  const { width, height } = renderer.frame(object)
  const definitions = new SvgDefinitions()
  const surface = new SvgSurface(definitions, estimateWidth)
  surface.textAlign = 'left'
  const theme = themes.light
  const context = { theme, detail: 'full', zoom: 1, pens: theme.pens, picture: () => null } as const
  renderer.draw(surface, object, context)
  renderer.drawLabel?.(surface, object, context)
  const { markup } = surface
  const fonts = definitions.fonts.map(
    ({ name, families, weight, style }) =>
      `.${name}{font-family:${families};font-weight:${weight};font-style:${style}}`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" `,
    `height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve">`,
    `<style>text{white-space:pre}${escapeXml(fonts.join(''))}</style><defs>${definitions.markup}</defs>${markup}</svg>`,
  ].join('')
}

/** The position of a word in its line, which other programs draw with fonts of their own anyway. */
function estimateWidth(text: string, font: string): number {
  return (text.length * Number(/([\d.e+-]+)px/.exec(font)?.[1])) / 2
}
