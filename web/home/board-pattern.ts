// A generated picture for a workspace without a thumbnail: rows of tiles in one of the mosaic's palettes, always the
// same for the same workspace. It shows nothing of the board.

export const hues = ['ground', 'first', 'second', 'third'] as const
export type Hue = (typeof hues)[number]

export const colourings = ['verdigris', 'lapis', 'ochre', 'cinnabar'] as const

export interface BoardPattern {
  readonly colouring: (typeof colourings)[number]
  /** An SVG path for each hue, of tiles with an edge of 10. */
  readonly paths: readonly { readonly hue: Hue; readonly path: string }[]
  readonly width: number
  readonly height: number
}

const [columns, lines, edge] = [8, 5, 10]

export function patternOf(uid: string): BoardPattern {
  const random = randomOf(uid)
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  const colouring = pick(colourings)
  const paths = new Map<Hue, string>(hues.map(hue => [hue, '']))
  for (let line = 0; line < lines; line += 1)
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column * edge, line * edge]
      const under = random() < 0.72 ? 'ground' : pick(hues)
      paths.set(under, paths.get(under) + square(x, y))
      if (random() < 0.3) continue
      const over = pick(hues.filter(hue => hue !== under))
      paths.set(over, paths.get(over) + pick(cuts)(x, y))
    }
  return {
    colouring,
    width: columns * edge,
    height: lines * edge,
    // The background tile is drawn first.
    paths: hues.map(hue => ({ hue, path: paths.get(hue) as string })),
  }
}

type Cut = (x: number, y: number) => string

const square: Cut = (x, y) => `M${x} ${y}h${edge}v${edge}h-${edge}z`
const dot: Cut = (x, y) => `M${x + 2} ${y + 5}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`

/** Quarter circles and half squares around each corner, and sometimes a dot. */
const cuts: readonly Cut[] = [
  (x, y) => `M${x} ${y}h${edge}a${edge} ${edge} 0 0 1 -${edge} ${edge}z`,
  (x, y) => `M${x + edge} ${y}v${edge}a${edge} ${edge} 0 0 1 -${edge} -${edge}z`,
  (x, y) => `M${x + edge} ${y + edge}h-${edge}a${edge} ${edge} 0 0 1 ${edge} -${edge}z`,
  (x, y) => `M${x} ${y + edge}v-${edge}a${edge} ${edge} 0 0 1 ${edge} ${edge}z`,
  (x, y) => `M${x} ${y}h${edge}l-${edge} ${edge}z`,
  (x, y) => `M${x + edge} ${y}v${edge}h-${edge}z`,
  dot,
]

/** Pseudo-random numbers from 0 to 1, seeded by the text. */
function randomOf(text: string): () => number {
  let state = [...text].reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}
