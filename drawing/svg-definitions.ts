// What an SVG defines once and uses often: pictures, clips, masks. And the fonts that its text is drawn with.

import type { Picture } from './surface.ts'
import { escapeXml } from './svg-markup.ts'

/** A picture for `drawImage`, with the address or data URL of its file. */
export interface SvgPicture extends Picture {
  readonly href: string
}

/** A font that was drawn with, and the characters drawn. */
export interface UsedFont {
  /** The families in order of preference, as in CSS. */
  readonly families: string
  readonly weight: string
  readonly style: string
  readonly characters: Set<string>
}

export class SvgDefinitions {
  readonly #known = new Map<string, string>()
  readonly #fonts = new Map<string, UsedFont & { readonly name: string }>()
  #markup = ''

  get markup(): string {
    return this.#markup
  }

  /** The fonts, each with the name of the class of its text. */
  get fonts(): readonly (UsedFont & { readonly name: string })[] {
    return [...this.#fonts.values()]
  }

  /** The id of the definition, which is the same for the same markup. */
  add(render: (id: string) => string): string {
    const key = render('')
    const known = this.#known.get(key)
    if (known) return known
    const id = `d${this.#known.size + 1}`
    this.#known.set(key, id)
    this.#markup += render(id)
    return id
  }

  addPicture({ href, width, height }: SvgPicture): string {
    const size = `width="${width}" height="${height}" preserveAspectRatio="none"`
    return this.add(id => `<image id="${id}" ${size} xlink:href="${escapeXml(href)}"/>`)
  }

  /** The class of text in a font. */
  addFont(style: string, weight: string, families: string, text: string): string {
    const key = `${style} ${weight} ${families}`
    const font = this.#fonts.get(key) ?? {
      name: `t${this.#fonts.size + 1}`,
      families,
      weight,
      style,
      characters: new Set<string>(),
    }
    this.#fonts.set(key, font)
    for (const character of text) font.characters.add(character)
    return font.name
  }
}
