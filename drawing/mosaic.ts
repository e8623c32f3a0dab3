// The decorative mosaic of the front page and the sign-in pages: uneven tiles in rows around a point, colored in wavy
// bands. The same seed gives the same picture.

export interface Tile {
  /** Its corners, as the points of an SVG polygon. */
  readonly points: string
  readonly tone: Tone
}

/** The color of each tone in the light and in the dark theme. */
export const toneColors = {
  stone: ['#dfe5e1', '#25312e'],
  pale: ['#c7d3ce', '#31403c'],
  verdigris: ['#1c8d82', '#3aa394'],
  deep: ['#0c4f4b', '#1d6a62'],
  lapis: ['#31539f', '#4d6fc4'],
  gold: ['#dd9c2c', '#d8a044'],
  cinnabar: ['#c65a42', '#cf6a52'],
} as const

type Tone = keyof typeof toneColors
const tones = Object.keys(toneColors) as Tone[]

export interface MosaicPlan {
  readonly width: number
  readonly height: number
  /** The height of a row; tiles are about as wide. */
  readonly tile: number
  readonly seed: number
}

const grout = 1.6

/** One path for all tiles of a tone: an element per tile would be too many. */
export function mosaicPaths(plan: MosaicPlan): { tone: Tone; path: string }[] {
  const tiles = mosaicTiles(plan)
  return tones.map(tone => ({
    tone,
    path: tiles
      .filter(tile => tile.tone === tone)
      .map(tile => `M${tile.points.replaceAll(' ', 'L')}Z`)
      .join(''),
  }))
}

export function mosaicTiles({ width, height, tile, seed }: MosaicPlan): Tile[] {
  const random = randomFrom(seed)
  const center = { x: width * 0.08, y: height * 1.02 }
  const reach = Math.hypot(width - center.x, center.y)
  const rows = Math.ceil(reach / tile)
  return Array.from({ length: rows }, (_, row) => rowTiles(row, tile, center, random))
    .flat()
    .filter(({ corners }) => corners.some(([x, y]) => x > 0 && x < width && y > 0 && y < height))
    .map(({ corners, tone }) => ({ points: corners.map(corner => corner.map(roundToTenth).join()).join(' '), tone }))
}

type Corner = readonly [number, number]

interface TileOutline {
  readonly corners: readonly Corner[]
  readonly tone: Tone
}

function rowTiles(row: number, tile: number, center: { x: number; y: number }, random: () => number): TileOutline[] {
  const inner = row * tile + grout / 2
  const outer = (row + 1) * tile - grout / 2
  const middle = (inner + outer) / 2
  const tiles: TileOutline[] = []
  for (let from = -Math.PI * 0.98; from < 0.2; ) {
    const to = from + ((0.75 + random() * 0.6) * tile) / middle
    const at = (radius: number, angle: number): Corner => {
      const uneven = radius + (random() - 0.5) * tile * 0.14
      return [center.x + uneven * Math.cos(angle), center.y + uneven * Math.sin(angle)]
    }
    const gap = grout / middle / 2
    tiles.push({
      corners: [at(inner, from + gap), at(outer, from + gap), at(outer, to - gap), at(inner, to - gap)],
      tone: toneAt(middle / tile, (from + to) / 2, random()),
    })
    from = to
  }
  return tiles
}

/** Bands by distance that vary with the angle, with a few tiles in random colors. */
function toneAt(row: number, angle: number, chance: number): Tone {
  if (chance < 0.045) return tones[Math.floor(chance * 1_000) % tones.length] as Tone
  const shifted = row + 2.1 * Math.sin(angle * 2.3 + 0.6) + 0.8 * Math.sin(angle * 6.1)
  const band = bands[Math.floor(((shifted % bands.length) + bands.length) % bands.length)] as readonly Tone[]
  return band[chance < 0.55 ? 0 : band.length - 1] as Tone
}

const bands: readonly (readonly Tone[])[] = [
  ['stone', 'pale'],
  ['pale', 'stone'],
  ['stone'],
  ['verdigris', 'deep'],
  ['deep', 'verdigris'],
  ['verdigris'],
  ['pale'],
  ['gold', 'pale'],
  ['stone', 'pale'],
  ['pale', 'stone'],
  ['lapis', 'deep'],
  ['lapis'],
  ['deep', 'lapis'],
  ['cinnabar', 'gold'],
  ['pale', 'stone'],
]

const roundToTenth = (value: number) => Math.round(value * 10) / 10

/** Mulberry32: good enough for a picture. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
