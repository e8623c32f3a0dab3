// A mosaic, for the pages that people meet first: tiles laid in rows around a point, cut a little unevenly, coloured in bands
// that wander. The same seed gives the same picture.

export interface Tile {
  /** Its corners, as the points of an SVG polygon. */
  readonly points: string
  readonly tone: Tone
}

/** Each in the light and in the dark. */
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
  /** How high a row is; tiles are about as long. */
  readonly tile: number
  readonly seed: number
}

const grout = 1.6

/** A path for all tiles of a tone, since an element for each would be many. */
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
  return Array.from({ length: rows }, (_, row) => layRow(row, tile, center, random))
    .flat()
    .filter(({ corners }) => corners.some(([x, y]) => x > 0 && x < width && y > 0 && y < height))
    .map(({ corners, tone }) => ({ points: corners.map(corner => corner.map(rounded).join()).join(' '), tone }))
}

type Corner = readonly [number, number]

interface Laid {
  readonly corners: readonly Corner[]
  readonly tone: Tone
}

function layRow(row: number, tile: number, center: { x: number; y: number }, random: () => number): Laid[] {
  const inner = row * tile + grout / 2
  const outer = (row + 1) * tile - grout / 2
  const middle = (inner + outer) / 2
  const laid: Laid[] = []
  for (let from = -Math.PI * 0.98; from < 0.2; ) {
    const to = from + ((0.75 + random() * 0.6) * tile) / middle
    const at = (radius: number, angle: number): Corner => {
      const uneven = radius + (random() - 0.5) * tile * 0.14
      return [center.x + uneven * Math.cos(angle), center.y + uneven * Math.sin(angle)]
    }
    const gap = grout / middle / 2
    laid.push({
      corners: [at(inner, from + gap), at(outer, from + gap), at(outer, to - gap), at(inner, to - gap)],
      tone: toneAt(middle / tile, (from + to) / 2, random()),
    })
    from = to
  }
  return laid
}

/** Bands by distance, which sway with the angle; now and then a tile of another colour has got in. */
function toneAt(row: number, angle: number, chance: number): Tone {
  if (chance < 0.045) return tones[Math.floor(chance * 1_000) % tones.length] as Tone
  const swayed = row + 2.1 * Math.sin(angle * 2.3 + 0.6) + 0.8 * Math.sin(angle * 6.1)
  const band = bands[Math.floor(((swayed % bands.length) + bands.length) % bands.length)] as readonly Tone[]
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

const rounded = (value: number) => Math.round(value * 10) / 10

/** Mulberry32: enough for pictures. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
