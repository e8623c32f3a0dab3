// Runs in a child process: the fonts of the board, for Skia and to be embedded in an SVG.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import type { UsedFont } from '@tessera/drawing/svg-definitions'

/** The files of each font by its family name in drawing/font.ts: the name in the files, and the package. */
const families: Readonly<Record<string, { readonly name: string; readonly at: string }>> = {
  Dosis: { name: 'dosis', at: import.meta.resolve('@fontsource/dosis') },
  Arimo: { name: 'arimo', at: import.meta.resolve('@fontsource/arimo') },
  Tinos: { name: 'tinos', at: import.meta.resolve('@fontsource/tinos') },
  'Source Code Pro': { name: 'source-code-pro', at: import.meta.resolve('@fontsource/source-code-pro') },
  Aleo: { name: 'aleo', at: import.meta.resolve('@fontsource/aleo') },
  'Exo 2': { name: 'exo-2', at: import.meta.resolve('@fontsource/exo-2') },
}

type Family = (typeof families)[string]

/** The latin-ext part of a family is registered under the name of the family followed by "ext". */
const parts = { latin: '', 'latin-ext': ' ext' }
type Part = keyof typeof parts
const partEntries = Object.entries(parts) as [Part, string][]

interface Face {
  readonly weight: 400 | 700
  readonly style: 'normal' | 'italic'
}

const faces: readonly Face[] = [
  { weight: 400, style: 'normal' },
  { weight: 700, style: 'normal' },
  { weight: 400, style: 'italic' },
  { weight: 700, style: 'italic' },
]

const fileOf = ({ name, at }: Family, part: Part, { weight, style }: Face) =>
  fileURLToPath(new URL(`files/${name}-${part}-${weight}-${style}.woff2`, at))

let isRegistered = false
let fallbacks = ''

/** Registers all faces once. Not every family has every face; a missing file is ignored. */
export function registerFonts(): void {
  if (isRegistered) return
  isRegistered = true
  fallbacks = installedFamilies()
  for (const [name, family] of Object.entries(families))
    for (const [part, suffix] of partEntries)
      for (const face of faces) GlobalFonts.registerFromPath(fileOf(family, part, face), `${name}${suffix}`)
}

const maxFallbacks = 40
/** Fonts with many scripts come first, then those for one script or for emoji. */
const preferred = [/^Noto Sans$/, /^DejaVu Sans$/, /^Noto (Sans|Serif|Color Emoji)/, /CJK|Emoji|Unicode|Fallback/]

/** The fonts of the machine, the most useful ones first, like in a CSS font list. */
function installedFamilies(): string {
  const rank = (name: string) => (preferred.findIndex(pattern => pattern.test(name)) + 100) % 100
  const names = GlobalFonts.families.map(({ family }) => family).sort((one, other) => rank(one) - rank(other))
  return names
    .slice(0, maxFallbacks)
    .map(name => `, "${name.replaceAll('"', '')}"`)
    .join('')
}

/** The library looks for a character only in the fonts that a style names, so all fonts of other scripts are named. */
export function useInstalledFonts(context: SKRSContext2D): void {
  const fillText = context.fillText.bind(context)
  context.fillText = (text, x, y) => {
    if (!otherScripts.test(text)) return fillText(text, x, y)
    const { font } = context
    context.font = font + fallbacks
    fillText(text, x, y)
    context.font = font
  }
}

/** Letters, symbols and emoji that the fonts of the board do not have. */
const otherScripts = /[\u0300-\u1dff\u1f00-\u1fff\u2070-\u209f\u20c0-\u2121\u2123-\uffff]/

/**
 * The rules of a style sheet that embed fonts: only the faces that are used, and the letters beyond Western European
 * ones only if there are some.
 */
export async function embedFonts(fonts: readonly UsedFont[]): Promise<string> {
  const rules = new Map<string, Promise<string>>()
  for (const { families: stack, weight, style, characters } of fonts) {
    const names = stack.split(',').map(one => one.trim().replaceAll('"', ''))
    const name = names.find(one => one in families)
    const family = name === undefined ? undefined : families[name]
    if (!family) continue
    const wanted: Face = { weight: weight === 'bold' ? 700 : 400, style: style === 'italic' ? 'italic' : 'normal' }
    for (const [part, suffix] of partEntries) {
      const ranges = await rangesOf(family, part)
      if (!isAnyWithin(characters, ranges)) continue
      const face = existsSync(fileOf(family, part, wanted)) ? wanted : ({ ...wanted, style: 'normal' } as const)
      const file = fileOf(family, part, face)
      if (!rules.has(file)) rules.set(file, fontRule(`${name}${suffix}`, face, file, ranges))
    }
  }
  return (await Promise.all(rules.values())).join('')
}

async function fontRule(name: string, { weight, style }: Face, file: string, ranges: string): Promise<string> {
  const data = await readFile(file, 'base64')
  return (
    `@font-face{font-family:"${name}";font-weight:${weight};font-style:${style};unicode-range:${ranges};` +
    `src:url(data:font/woff2;base64,${data}) format("woff2")}`
  )
}

/** Parses a CSS range: `U+0000-00FF,U+0131`. */
async function rangesOf({ at }: Family, part: Part): Promise<string> {
  const ranges: Record<Part, string> = JSON.parse(await readFile(new URL('unicode.json', at), 'utf8'))
  return ranges[part]
}

function isAnyWithin(characters: Iterable<string>, ranges: string): boolean {
  const limits = ranges.split(',').map(range =>
    range
      .slice(2)
      .split('-')
      .map(hex => Number.parseInt(hex, 16)),
  )
  return Iterator.from(characters).some(character => {
    const code = character.codePointAt(0) as number
    return limits.some(([low = 0, high = low]) => code >= low && code <= high)
  })
}
