// Pieces of SVG: escaped text, colors, transforms. Whatever the text, the result is well-formed XML.

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** For text and for attributes in double quotes. What XML 1.0 cannot contain is left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, character => entities[character] as string)

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The attributes of a color; not all programs know the opacity at its end. */
export function paintAttributes(name: 'fill' | 'stroke', color: string | object, alpha: number): string {
  const text = String(color)
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const long = short ? `#${short.slice(1).map(double).join('')}` : text
  const hasAlpha = /^#[0-9a-f]{8}$/i.test(long)
  const opacity = alpha * (hasAlpha ? Number.parseInt(long.slice(7), 16) / 255 : 1)
  const shown = opacity < 1 ? ` ${name}-opacity="${Math.round(opacity * 10_000) / 10_000}"` : ''
  return ` ${name}="${escapeXml(hasAlpha ? long.slice(0, 7) : long)}"${shown}`
}

const double = (digit: string) => digit + digit

export function transformAttribute([a, b, c, d, e, f]: Matrix): string {
  if (b !== 0 || c !== 0) return ` transform="matrix(${[a, b, c, d, e, f].map(exactNumber).join(' ')})"`
  if (a === 1 && d === 1) return e === 0 && f === 0 ? '' : ` transform="translate(${exactNumber(e)} ${exactNumber(f)})"`
  return ` transform="matrix(${[a, 0, 0, d, e, f].map(exactNumber).join(' ')})"`
}

/** Factors of a transform are multiplied with coordinates, so they keep more digits. */
const exactNumber = (value: number): string => String(Number(value.toPrecision(9)) || 0)
